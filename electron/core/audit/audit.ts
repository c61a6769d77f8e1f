/**
 * Writes deeds to the audit trail of the ledger in use. A deed that has happened is kept on this computer first, because
 * between the deed and the ledger's commit the program may crash, the power fail, or the ledger be away for days.
 */
import type { DeedSpool } from '#electron/core/ports/audit.ts';
import type { Host } from '#electron/core/ports/host.ts';
import { LedgerUnavailable, fromLedger } from '#electron/core/ports/ledger.ts';
import { createRetry } from '#electron/core/retry.ts';
import { type KeptDeed, type LedgerDeed, ledgerDeedSchema } from '#shared/audit/ledger-events.ts';
import { cardRemoved, redactText } from '#electron/core/redact.ts';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import { addressHoldsCard } from '#shared/texts/text-kinds.ts';

/** The part of a ledger that takes deeds. Methods reject with `LedgerUnavailable`. */
interface AuditedLedger {
  note(operatorName: string, deed: LedgerDeed): Promise<void>;
  /** Adds a deed of the past. Does nothing when it is there already. */
  addDeed(deed: KeptDeed): Promise<void>;
}

export interface AuditParts extends Pick<Host, 'clock' | 'makeId' | 'reportBug'> {
  /** Returns the ledger in use. Rejects with `LedgerUnavailable` while there is none. */
  readonly opened: () => Promise<AuditedLedger>;
  readonly spool: DeedSpool;
  readonly most?: number;
}

/** Deeds of some years without the ledger, in some 5 MB. */
const usualMost = 10_000;
/** Pauses between tries when the ledger refuses a deed without going away, in ms. */
const pauses = { first: 10_000, longest: 300_000 } as const;
/** Longest wait for the ledger when the program ends, in ms. The next start delivers the rest. */
const lastWait = 2_000;
/** Author of the entry that stands for deeds beyond the most that are kept. */
const program = 'Caja';

export function createAudit({ opened, spool, clock, makeId, reportBug, most = usualMost }: AuditParts) {
  /** In the order of the deeds, each on the disk if that has room. */
  const waiting: KeptDeed[] = [];
  const retry = createRetry(() => void deliver(), pauses);
  let isWhole = false;
  let keeping: Promise<void> = Promise.resolve();
  let delivering: Promise<void> = load();

  /** Takes the deeds of earlier runs before those of this one. */
  async function load(): Promise<void> {
    try {
      const found = await spool.all();
      isWhole = found.isWhole;
      const known = new Set(waiting.map(({ id }) => id));
      waiting.unshift(...found.deeds.filter(({ id }) => !known.has(id)));
    } catch (error) {
      reportBug(error);
    }
  }

  async function keep(deed: KeptDeed): Promise<void> {
    const last = waiting.at(-1);
    const counted = waiting.length < most ? null : leftOut(last ?? null, deed);
    await spool.keep(counted ?? deed).catch(reportBug);
    if (counted !== null && counted.id === last?.id) waiting.pop();
    waiting.push(counted ?? deed);
  }

  async function deliverAll(): Promise<void> {
    if (!isWhole) await load();
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      try {
        await (await opened()).addDeed(next);
      } catch (error) {
        if (error instanceof LedgerUnavailable) return retry.later();
        // Its file stays for the next start. One deed that a bug keeps out must not keep out those after it.
        reportBug(error);
        waiting.shift();
        continue;
      }
      waiting.shift();
      // A file that remains is delivered again, without effect.
      await spool.forget(next.id).catch(reportBug);
    }
    retry.reset();
  }

  const deliver = (): Promise<void> => (delivering = delivering.then(deliverAll).catch(reportBug));

  return {
    note: async (operatorName: string, deed: LedgerDeed) =>
      fromLedger(opened().then((ledger) => ledger.note(operatorName, recordableDeed(deed)))),
    noteSoon(operatorName: string, deed: LedgerDeed) {
      try {
        const kept = {
          id: makeId(),
          at: clock().toISOString(),
          operatorName: withoutCardNumber(operatorName),
          deed: recordableDeed(deed),
        };
        keeping = keeping.then(() => keep(kept));
        void keeping.then(deliver);
      } catch (error) {
        reportBug(new Error(`A deed can't be recorded: ${deed.kind}`, { cause: error }));
      }
    },
    /** Writes the kept deeds to the ledger, oldest first, as far as it takes them. Called when a ledger is back. Never rejects. */
    deliver,
    /** Resolves once every deed is on the disk, and in the ledger if it takes them in time. */
    async close() {
      await keeping;
      retry.stop();
      await Promise.race([deliver(), new Promise((resolve) => setTimeout(resolve, lastWait).unref())]);
    },
  };
}

/**
 * Counts a deed beyond the most that are kept, in an entry that takes its place. The first deeds stay whole, because
 * otherwise whoever unplugs the ledger could push earlier deeds out by many harmless later ones.
 */
function leftOut(last: KeptDeed | null, { id, at, deed }: KeptDeed): KeptDeed {
  const before = last?.deed.kind === 'left-out' ? { id: last.id, at: last.at, counts: last.deed.counts } : null;
  const counts = { ...before?.counts, [deed.kind]: (before?.counts[deed.kind] ?? 0) + 1 };
  return {
    id: before?.id ?? id,
    at: before?.at ?? at,
    operatorName: program,
    deed: { kind: 'left-out', counts, until: at },
  };
}

/** Texts without a card number stay as they are, so that servers, names of files and ids can be found again. */
function withoutCardNumber(text: string): string {
  if (!addressHoldsCard(text)) return text;
  const redacted = redactText(text);
  return holdsCardNumber(redacted) ? cardRemoved : redacted;
}

function redacted(value: unknown): unknown {
  if (typeof value === 'string') return withoutCardNumber(value);
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]: [string, unknown]) => [name, redacted(member)]));
}

/**
 * Removes card numbers from the deed's texts: it has happened, and has to be recorded all the same.
 * @throws ZodError for a deed of an unknown shape, which is a bug
 */
const recordableDeed = (deed: LedgerDeed): LedgerDeed => ledgerDeedSchema.parse(redacted(deed));
