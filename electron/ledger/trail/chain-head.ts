/**
 * The head of this seat's hash chain outside the ledger, with what it knows of lost links and of other chains. It knows its own, those
 * with the mark of the key that the seats of a shared ledger have in common, those that were there when it first opened a ledger without such
 * a key, and those that a supervisor admitted at a seat that it knows. Whoever may write the database can add a chain, and can neither make
 * its mark nor admit it.
 */
import type { TrailHead, TrailHeads } from './trail-heads.ts';
import { chainStart, pointOf, signersOf } from './link.ts';
import { latestExcuse, latestRestore } from './linked-deeds.ts';
import type { NewCut, OwnChain, Tail } from './tail.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { Engine, Reader } from '#electron/ledger/engine/engine.ts';
import { chainMarks, putSetting, readSetting, readSettings } from '#electron/ledger/engine/ledger-settings.ts';
import { isSigned, type Signed } from './trail-key.ts';

type Marks = Pick<TrailHeads, 'mark'>;

const chainWords = 'chain-';
const settingOf = (signer: string): string => `${chainMarks}${signer}`;

/** @returns what leaves the mark of a chain on a shared ledger for the other seats, unless it is there or the vault can't be used */
export function createMarking(
  { kind, decide, write }: Engine,
  marks: Marks,
  signer: () => string,
): () => Promise<void> {
  let left: string | null = null;
  return async () => {
    const mark = kind === 'postgres' ? await marks.mark(signer()) : null;
    if (mark === null || mark === left) return;
    const kept = await decide((db) => readSetting(db, settingOf(signer())));
    if (kept !== mark) await write((trx) => putSetting(trx, settingOf(signer()), mark));
    left = mark;
  };
}

const admissionOf = (signer: string): string => `${chainWords}admitted ${signer}`;
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

type Words = ReadonlyMap<string, string>;

/** Returns the chain that has admitted this one; null for none. */
function admittedBy(words: Words, signer: string): string | null {
  const [by = '', signature = ''] = words.get(admissionOf(signer))?.split(' ') ?? [];
  return isSigned(by, admitted(signer), signature) ? by : null;
}

/**
 * Returns those of these chains that may steer this seat: not keys of a locked vault, which stand in the seat's own file before it has
 * signed for them. Reads the ledger once at most. Rejects with `LedgerUnavailable` without the head, because nobody is known then.
 */
async function knownOf(
  reader: Reader,
  head: TrailHead | null,
  marks: Marks,
  signers: readonly string[],
): Promise<ReadonlySet<string>> {
  if (head === null) throw new LedgerUnavailable('other', 'Without the vault no seat is known.');
  const met = new Set([head.signer, ...head.others.filter(({ own }) => !own).map(({ signer }) => signer)]);
  const isAsked = reader.kind === 'postgres' && signers.some((signer) => !met.has(signer));
  const words: Words = isAsked ? await reader.read((db) => readSettings(db, chainWords)) : new Map();
  /** @param asked chains whose word is being looked into, so that two strangers can't admit each other */
  async function isKnown(signer: string, asked: ReadonlySet<string>): Promise<boolean> {
    const mark = words.get(settingOf(signer));
    if (met.has(signer) || (mark !== undefined && mark === (await marks.mark(signer)))) return true;
    const by = admittedBy(words, signer);
    return by !== null && !asked.has(by) && isKnown(by, new Set([...asked, by]));
  }
  const known = new Set<string>();
  for (const signer of signers) if (await isKnown(signer, new Set([signer]))) known.add(signer);
  return known;
}

/** @param settled waits for the head @returns what tells whether a known chain has signed a text */
export const createVouching =
  (reader: Reader, marks: Marks, settled: () => Promise<void>, head: () => TrailHead | null) =>
  async (text: string, { signer, signature }: Signed): Promise<boolean> => {
    if (!isSigned(signer, text, signature)) return false;
    await settled();
    return (await knownOf(reader, head(), marks, [signer])).has(signer);
  };

/**
 * Returns the chains that this seat knows among these, with its own, and those of them whose removals of payments count: not a key of a
 * locked vault that only the unsigned part of the seat's own file names. While the vault is locked nobody can tell the difference.
 */
export async function knownAmong(
  reader: Reader,
  head: TrailHead | null,
  heads: Pick<TrailHeads, 'own' | 'mark'>,
  signers: readonly string[],
): Promise<{ readonly known: ReadonlySet<string>; readonly proved: ReadonlySet<string> }> {
  const named = new Set([...heads.own(), ...(head?.others.map((other) => other.signer) ?? [])]);
  if (head === null) return { known: named, proved: named };
  const proved = await knownOf(reader, head, heads, [...new Set([...named, ...signers])]);
  return { known: new Set([...named, ...proved]), proved };
}

/** A chain that another one has seen. */
export type Witnessed = TrailHead['others'][number];

export type ChainHead = ReturnType<typeof createChainHead>;

export function createChainHead({ engine, seat, ledger, heads, now }: OwnChain, tail: Tail) {
  let head: TrailHead | null = null;

  async function put(changes: Partial<TrailHead>): Promise<void> {
    if (head === null) return;
    head = { ...head, ...tail.seen(), seat, at: now().toISOString(), ...changes };
    await heads.put(head);
  }

  /** Returns the chains that this seat has not met. */
  async function unmet(isWanted: (signer: string) => boolean): Promise<readonly Witnessed[]> {
    const ours = heads.own();
    const known = new Set([tail.signer(), ...(head?.others.map(({ signer }) => signer) ?? [])]);
    return (await engine.read(signersOf))
      .filter((signer) => !known.has(signer) && isWanted(signer))
      .map((signer) => ({ signer, ...chainStart, own: ours.has(signer) }));
  }

  /** Returns the chains that a first start meets: where seats have a key in common, those that it tells of. */
  async function foundAtFirst(begun: TrailHead): Promise<ReadonlySet<string>> {
    const signers = await engine.read(signersOf);
    if (engine.kind === 'sqlite' || !(await heads.isCommon())) return new Set(signers);
    return (await knownAmong(engine, begun, heads, signers)).proved;
  }

  return {
    /** Returns the head; null without the seat's key. */
    state: () => head,
    /** Reads the head of the key that has come. */
    read(): void {
      head = heads.head(ledger);
      tail.goOnFrom(head === null ? chainStart : pointOf(head));
    },
    /** Writes the head durably, with the last link. */
    put,
    /** Notes links that the ledger has lost for good. */
    async noteCut(cut: NewCut): Promise<void> {
      if (head === null || head.cuts.some(({ from, to }) => from <= cut.from && to >= cut.to)) return;
      await put({ cuts: [...head.cuts, { ...cut, excused: false }] });
    },
    /** Takes the cuts as known to a supervisor that an entry of this chain explains. */
    async excuseCuts(): Promise<void> {
      const open = head?.cuts.filter(({ excused }) => !excused) ?? [];
      if (head === null || open.length === 0) return;
      const excuse = await latestExcuse(engine, head);
      if (!open.some(({ to }) => to < excuse)) return;
      await put({ cuts: head.cuts.map((cut) => (cut.to < excuse ? { ...cut, excused: true } : cut)) });
    },
    /**
     * Begins the head, and knows the chains that are there at the first start and this seat's own of other ledgers. Seats with a key in
     * common know each other by its marks, whoever else is there. Whoever took the heads away may have put in chains and undone payments:
     * then it meets nobody else, and takes the restores of the past as linked.
     */
    async meetOthers(): Promise<void> {
      const isNew = head === null;
      const isFirst = isNew && !heads.isLost();
      const ours = heads.own();
      const unvouched = heads.unvouched();
      const begun = { ...tail.seen(), signer: tail.signer(), cuts: [] };
      const restored = isNew && !isFirst ? await engine.read((db) => latestRestore(db, begun)) : null;
      const next = head ?? { ...begun, ledger, seat, at: now().toISOString(), verified: null, restored, others: [] };
      const found = isFirst ? await foundAtFirst(next) : new Set<string>();
      const met = await unmet((signer) => found.has(signer) || (ours.has(signer) && !unvouched.has(signer)));
      head = next;
      if (isNew || met.length > 0) await put({ others: [...head.others, ...met] });
    },
    /** Notes a restore whose payments are linked. The copy may have come with chains of its own. */
    noteRestored: async (restored: string): Promise<void> =>
      put({ restored, others: [...(head?.others ?? []), ...(await unmet(() => true))] }),
    /** Remembers chains of others, and how far they went. */
    async witness(seen: readonly Witnessed[]): Promise<void> {
      if (head === null || seen.length === 0) return;
      const known = new Map([...head.others, ...seen].map((each) => [each.signer, each]));
      await put({ others: [...known.values()] });
    },
  };
}
