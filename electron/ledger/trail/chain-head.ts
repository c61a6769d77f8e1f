/** The head of this seat's hash chain outside the ledger, with what it knows of other chains and of lost links. */
import type { TrailHead } from '#electron/documents/trail-document.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import { chainStart, pointOf, signersOf } from './link.ts';
import { latestExcuse } from './restored.ts';
import type { Tail, TailParts } from './tail.ts';

type Witnessed = TrailHead['others'][number];

export interface ChainHeadParts extends Pick<TailParts, 'seat' | 'ledger' | 'heads' | 'now'> {
  readonly engine: Engine;
  readonly tail: Tail;
}

export interface ChainHead {
  /** Returns the head; null without the seat's key. */
  state(): TrailHead | null;
  /** Reads the head of the key that has come. */
  read(): void;
  /** Writes the head durably, with the last link. */
  put(changes: Partial<TrailHead>): Promise<void>;
  /** Notes links that the ledger has lost for good. */
  noteCut(cut: Omit<TrailHead['cuts'][number], 'excused'>): Promise<void>;
  /** Takes the cuts as known to a supervisor that an entry of this chain explains. */
  excuseCuts(): Promise<void>;
  /** Begins the head, and knows the chains that are there at the first start and this seat's own of other ledgers. */
  meetOthers(): Promise<void>;
  /** Notes a restore whose payments are linked. The copy may have come with chains of its own. */
  noteRestored(restore: string): Promise<void>;
  /** Remembers chains of others, and how far they went. */
  witness(seen: readonly Witnessed[]): Promise<void>;
  /** Remembers up to where the trail was checked; null to check it whole at the next start. */
  verified(mark: TrailHead['verified']): Promise<void>;
}

export function createChainHead({ engine, tail, seat, ledger, heads, now }: ChainHeadParts): ChainHead {
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

  return {
    state: () => head,
    read() {
      head = heads.head(ledger);
      tail.goOnFrom(head === null ? chainStart : pointOf(head));
    },
    put,
    async noteCut(cut) {
      if (head === null || head.cuts.some(({ from, to }) => from <= cut.from && to >= cut.to)) return;
      await put({ cuts: [...head.cuts, { ...cut, excused: false }] });
    },
    async excuseCuts() {
      const open = head?.cuts.filter(({ excused }) => !excused) ?? [];
      if (head === null || open.length === 0) return;
      const excuse = await latestExcuse(engine, head);
      if (!open.some(({ to }) => to < excuse)) return;
      await put({ cuts: head.cuts.map((cut) => (cut.to < excuse ? { ...cut, excused: true } : cut)) });
    },
    async meetOthers() {
      const isNew = head === null;
      const ours = heads.own();
      const unvouched = heads.unvouched();
      const met = await unmet((signer) => isNew || (ours.has(signer) && !unvouched.has(signer)));
      head ??= {
        ...tail.seen(),
        signer: tail.signer(),
        ledger,
        seat,
        at: now().toISOString(),
        cuts: [],
        verified: null,
        restored: null,
        others: [],
      };
      if (isNew || met.length > 0) await put({ others: [...head.others, ...met] });
    },
    noteRestored: async (restored) =>
      put({ restored, others: [...(head?.others ?? []), ...(await unmet(() => true))] }),
    async witness(seen) {
      if (head === null || seen.length === 0) return;
      const known = new Map([...head.others, ...seen].map((each) => [each.signer, each]));
      await put({ others: [...known.values()] });
    },
    verified: (mark) => put({ verified: mark }),
  };
}
