/** Mark of the card fingerprint key, by which seats of one ledger notice that their keys differ. */
import type { Engine } from '#electron/ledger/engine/engine.ts';
import { keepSetting, putSetting, readSetting } from '#electron/ledger/engine/ledger-settings.ts';

const markName = 'card-key-mark';

/** Result: `first` without an earlier mark, `other` when the ledger keeps another one, `replaced` when it was overwritten. */
export type KeyMatch = 'first' | 'same' | 'other' | 'replaced';

/**
 * Compares the mark of a seat's key with the ledger's. The first seat writes it.
 * @param replaces overwrites another mark
 */
export async function matchKeyMark(engine: Engine, mark: string, replaces: boolean): Promise<KeyMatch> {
  const before = await engine.decide((db) => readSetting(db, markName));
  if (before === mark) return 'same';
  if (before !== null && !replaces) return 'other';
  await engine.write<unknown>((trx) => (replaces ? putSetting(trx, markName, mark) : keepSetting(trx, markName, mark)));
  if (before !== null) return 'replaced';
  // Another seat may have been first in the meantime.
  return (await engine.decide((db) => readSetting(db, markName))) === mark ? 'first' : 'other';
}
