/** The head of this seat's hash chain outside the ledger, with what it knows of other chains and of lost links. */
import type { TrailHead } from './trail-heads.ts';
import { chainStart, pointOf, signersOf } from './link.ts';
import { knownAmong } from './known-chains.ts';
import { latestExcuse, latestRestore } from './linked-deeds.ts';
import type { NewCut, OwnChain, Tail } from './tail.ts';

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
