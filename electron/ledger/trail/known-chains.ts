/**
 * Chains that this seat knows: its own, those that were there when it first opened the ledger, and those with the mark of the key that
 * the seats of a shared ledger have in common. Whoever may write the database can add a chain, and can't make its mark.
 */
import type { TrailHead } from '#electron/documents/trail-document.ts';
import type { Database, Engine, Reader } from '#electron/ledger/engine/engine.ts';
import { putSetting, readSetting } from '#electron/ledger/engine/ledger-settings.ts';
import type { TrailHeads } from './trail-heads.ts';

type Marks = Pick<TrailHeads, 'mark'>;

const settingOf = (signer: string): string => `chain-mark ${signer}`;

/** @returns what leaves the mark of a chain on a shared ledger for the other seats, unless it is there or the vault can't be used */
export function createMarking({ kind, read, write }: Engine, marks: Marks, signer: () => string): () => Promise<void> {
  let left: string | null = null;
  return async () => {
    const mark = kind === 'postgres' ? await marks.mark(signer()) : null;
    if (mark === null || mark === left) return;
    const kept = await read((db) => readSetting(db, settingOf(signer())));
    if (kept !== mark) await write((trx) => putSetting(trx, settingOf(signer()), mark));
    left = mark;
  };
}

async function isMarked(db: Database, marks: Marks, signer: string): Promise<boolean> {
  const mark = await readSetting(db, settingOf(signer));
  return mark !== null && mark === (await marks.mark(signer));
}

/** Returns those of these signers that this seat knows. */
export async function knownAmong(
  { kind, read }: Reader,
  head: TrailHead | null,
  heads: Pick<TrailHeads, 'own' | 'mark'>,
  signers: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set([
    ...heads.own(),
    ...(head === null ? [] : [head.signer, ...head.others.map((each) => each.signer)]),
  ]);
  for (const signer of signers) {
    if (kind === 'postgres' && !known.has(signer) && (await read((db) => isMarked(db, heads, signer))))
      known.add(signer);
  }
  return known;
}
