/** Settings that all seats of a ledger share, one value to a name. */
import { addMissing } from './statements.ts';
import type { Database, Engine } from './engine.ts';

export const ledgerIdName = 'ledger';
/** Id of the restore that put this file in its place. */
export const restoreName = 'restore';
/** Beginning of the names of the marks of chains, which end with the chain's signer. */
export const chainMarks = 'chain-mark ';
/** Beginning of the names that end with the id of a removal of payments which the ledger had lost, until a supervisor has seen that. */
export const lostRemovals = 'lost-removal ';

/** Reads a setting; null for none. */
export async function readSetting(db: Database, name: string): Promise<string | null> {
  const row = await db.selectFrom('ledger_settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

/** Reads the settings whose names begin with this text, without wildcards, by name. */
export async function readSettings(db: Database, beginning: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('ledger_settings')
    .select(['name', 'value'])
    .where('name', 'like', `${beginning}%`)
    .execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** Sets a value unless the setting has one already, by this seat or another. @returns the value that it has */
export async function keepSetting(db: Database, name: string, value: string): Promise<string> {
  const kept = await readSetting(db, name);
  if (kept !== null) return kept;
  await addMissing(db, 'ledger_settings', [{ name, value }]);
  return (await readSetting(db, name)) ?? value;
}

/** Sets a value, whatever the setting had before. */
export async function putSetting(db: Database, name: string, value: string): Promise<void> {
  await db
    .insertInto('ledger_settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Name of the mark of the card fingerprint key, by which seats of one ledger notice that their keys differ. */
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
