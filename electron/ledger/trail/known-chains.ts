/**
 * Chains that this seat knows: its own, those that were there when it first opened the ledger, those with the mark of the key that the
 * seats of a shared ledger have in common, and those that a supervisor admitted at a seat that it knows. Whoever may write the database
 * can add a chain, and can neither make its mark nor admit it.
 */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { TrailHead } from '#electron/documents/trail-document.ts';
import type { Database, Engine, Reader } from '#electron/ledger/engine/engine.ts';
import { putSetting, readSetting } from '#electron/ledger/engine/ledger-settings.ts';
import type { TrailHeads } from './trail-heads.ts';
import { isSigned, type Signed } from './trail-key.ts';

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

const admissionOf = (signer: string): string => `chain-admitted ${signer}`;
const admitted = (signer: string): string => `caja: admits the chain of ${signer}`;

/**
 * Admits a chain to this ledger, for every seat that knows this one.
 * @param sign returns null while the vault is locked
 * @returns false while the vault is locked
 */
export async function admitChain(
  { write }: Engine,
  signer: string,
  sign: (text: string) => Signed | null,
): Promise<boolean> {
  const signed = sign(admitted(signer));
  if (signed === null) return false;
  await write((trx) => putSetting(trx, admissionOf(signer), `${signed.signer} ${signed.signature}`));
  return true;
}

/** Returns the chain that has admitted this one; null for none. */
async function admittedBy(db: Database, signer: string): Promise<string | null> {
  const [by = '', signature = ''] = (await readSetting(db, admissionOf(signer)))?.split(' ') ?? [];
  return isSigned(by, admitted(signer), signature) ? by : null;
}

async function isMarked(db: Database, marks: Marks, signer: string): Promise<boolean> {
  const mark = await readSetting(db, settingOf(signer));
  return mark !== null && mark === (await marks.mark(signer));
}

/**
 * True for a chain that may steer this seat: not for keys of a locked vault, which stand in the seat's own file before it has signed
 * for them. Rejects with `LedgerUnavailable` without the head, because nobody is known then.
 */
async function isKnown(
  reader: Reader,
  head: TrailHead | null,
  marks: Marks,
  signer: string,
  /** Those whose word is being looked into, so that two strangers can't admit each other. */
  asked: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  if (head === null) throw new LedgerUnavailable('other', 'Without the vault no seat is known.');
  if (signer === head.signer || head.others.some((other) => other.signer === signer && !other.own)) return true;
  if (reader.kind !== 'postgres') return false;
  if (await reader.read((db) => isMarked(db, marks, signer))) return true;
  const by = await reader.read((db) => admittedBy(db, signer));
  return by !== null && !asked.has(by) && isKnown(reader, head, marks, by, new Set([...asked, signer]));
}

/** @param settled waits for the head @returns what tells whether a known chain has signed a text */
export const createVouching =
  (reader: Reader, marks: Marks, settled: () => Promise<void> | null, head: () => TrailHead | null) =>
  async (text: string, { signer, signature }: Signed): Promise<boolean> => {
    if (!isSigned(signer, text, signature)) return false;
    await settled();
    return isKnown(reader, head(), marks, signer);
  };

/** Returns those of these signers that this seat knows, and its own. */
export async function knownAmong(
  reader: Reader,
  head: TrailHead | null,
  heads: Pick<TrailHeads, 'own' | 'mark'>,
  signers: readonly string[],
): Promise<ReadonlySet<string>> {
  const known = new Set([...heads.own(), ...(head?.others.map((other) => other.signer) ?? [])]);
  for (const signer of signers) {
    if (head !== null && !known.has(signer) && (await isKnown(reader, head, heads, signer))) known.add(signer);
  }
  return known;
}
