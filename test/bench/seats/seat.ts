/** A simulated seat: a real shared ledger with screens open, and payments as main makes them, without the service. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '#shared/new-id.ts';
import { holdsPageSize } from '#shared/ledger/holds.ts';
import { LedgerUnavailable, type LedgerChange } from '#electron/core/ports/ledger.ts';
import { createChangeNotices } from '#electron/ledger/current/current-ledger.ts';
import { openPostgresLedger, type PostgresLedgerOptions } from '#electron/ledger/open-ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { approved, capture, fingerprintOf, guard, newAttempt, query, waitingHolds } from '#test/fixtures/examples.ts';
import { concerns, historyFilterSchema, type ChangedAttempt } from '#shared/ledger/history.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import { operators } from '#build/seed/names.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';
import { journalIn } from '#test/fixtures/ledger/journal-in.ts';
import { trailHeadsIn } from '#test/fixtures/ledger/trail-heads-in.ts';

export interface SeatAddress extends Pick<PostgresLedgerOptions, 'url' | 'password' | 'poolSize' | 'required'> {
  /** Data folder of the seat, with its own commits and the heads of its hash chain. */
  readonly folder: string;
}

/** Screen in front of the operator: a cashier's own payments, the queue of holds of the back office, or a form alone. */
export type OpenScreen = 'history' | 'holds' | 'none';

/** One payment: ms that the ledger took for its begin and its finish, or the reason why it was refused. */
export type Paid = { readonly ok: true; readonly ms: number } | { readonly ok: false; readonly reason: string };

export interface Seat {
  /** Resolves when the check that follows an opening has ended, which a seat makes once. */
  checked(): Promise<void>;
  /** Makes a payment, or captures this hold. @param service ms that the service takes */
  pay(service: number, operation: 'sell' | 'authorize' | { readonly holdId: string }): Promise<Paid & { id: string }>;
  /** Number of times that the screens were read anew, and of those that failed. */
  readonly screens: ReadScreens;
  close(): Promise<void>;
}

export interface ReadScreens {
  read: number;
  failed: number;
}

const environment = 'test';
/** Shortest rest of History's sums in ms (`renderer/frame/refresh.ts`). */
const restOfSums = 30_000;
/** Rest of a screen after a read, as a multiple of the time that it took. */
const restShare = 4;

/** Tries again as main does, only sooner, because a machine full of seats answers some of them late. */
async function openLedger(address: SeatAddress, name: string, tries = 8): Promise<StoredLedger> {
  const { folder, ...server } = address;
  const parts = seatParts(name);
  try {
    await mkdir(folder, { recursive: true });
    return await openPostgresLedger({
      ...server,
      ...parts,
      ca: null,
      journal: journalIn(join(folder, 'journal.db')),
      // A chain of its own for each seat, as each has a key of its own.
      trail: trailHeadsIn(folder, parts.reportBug, {
        seed: Number(name.replace(/\D/g, '')) % 256,
        locked: false,
        used: false,
      }),
    });
  } catch (error) {
    if (!(error instanceof LedgerUnavailable) || tries <= 1) throw error;
    await pause(1_000);
    return openLedger(address, name, tries - 1);
  }
}

export async function openSeat(address: SeatAddress, name: string, screen: OpenScreen): Promise<Seat> {
  const ledger = await openLedger(address, name);
  const screens: ReadScreens = { read: 0, failed: 0 };
  // Takes a name of the generated payments, whose History is as long as after years of work.
  const operatorName = operators[Number(name.replace(/\D/g, '')) % operators.length] ?? '';
  const reads = readsOf(ledger, operatorName, screen);
  const wanted = new Set<Read>();
  let reading: Promise<void> | null = null;
  /** Reads and rests in proportion to the time of the answers, as the page does (`renderer/frame/refresh.ts`). */
  async function readScreens(): Promise<void> {
    while (wanted.size > 0) {
      const now = [...wanted];
      wanted.clear();
      screens.read += 1;
      const start = performance.now();
      // The page sends its reads at once.
      await Promise.all(now.map(({ read }) => read().catch(() => (screens.failed += 1))));
      await pause((performance.now() - start) * restShare);
    }
  }
  let sumsRestUntil = 0;
  let sumsTimer: NodeJS.Timeout | undefined;
  /** Asks for the sums after their rest, and where another seat's change asks, at a moment of their own. */
  function askForSums(by: LedgerChange['by']): void {
    if (by === 'another' && sumsTimer !== undefined) return;
    clearTimeout(sumsTimer);
    const now = performance.now();
    const due = by === 'another' ? now + Math.random() * restOfSums : now;
    sumsTimer = setTimeout(
      () => {
        sumsTimer = undefined;
        sumsRestUntil = performance.now() + restOfSums;
        const filter = historyFilterSchema.parse({ operatorName });
        ledger.sums(filter, new Date().toISOString()).catch(() => (screens.failed += 1));
      },
      Math.max(due, sumsRestUntil) - now,
    );
  }
  const notices = createChangeNotices(({ facts, by }) => {
    for (const each of reads) if (facts === undefined || each.concerned(facts)) wanted.add(each);
    if (screen === 'history' && (facts === undefined || mayFind(operatorName)(facts))) askForSums(by);
    reading ??= readScreens().finally(() => {
      reading = null;
    });
  });
  const stopListening = ledger.onChange(notices.note);

  return {
    screens,
    async checked() {
      while (ledger.trail() === null) await pause(100);
    },
    async pay(service, operation) {
      const attempt =
        typeof operation === 'object'
          ? capture(operation.holdId, { operatorName })
          : newAttempt({ operation, operatorName, cardFingerprint: fingerprintOf(newId()) });
      const { id } = attempt;
      try {
        const start = performance.now();
        const begun = await ledger.begin(attempt, attempt.holdId === null ? guard() : null);
        let ms = performance.now() - start;
        if (!begun.ok) return { ok: false, reason: begun.failure.kind, id };
        if (service > 0) await pause(service);
        const answered = performance.now();
        await ledger.finish(id, answer(), new Date().toISOString());
        ms += performance.now() - answered;
        return { ok: true, ms, id };
      } catch (error) {
        if (!(error instanceof LedgerUnavailable)) throw error;
        return { ok: false, reason: `${error.reason}: ${error.message}`, id };
      }
    },
    async close() {
      stopListening();
      notices.stop();
      wanted.clear();
      clearTimeout(sumsTimer);
      await reading;
      await ledger.close();
    },
  };
}

/** An approval with references of its own, unlike those of other processes. */
function answer() {
  const [codOper, authToken, idtx] = [newId(), newId(), newId()];
  return approved({ references: { codOper, authToken, idtx, cardToken: null, relatedTx: null } });
}

interface Read {
  readonly read: () => Promise<unknown>;
  /** As the page decides it (`renderer/frame/live-data.tsx`). */
  readonly concerned: (facts: readonly ChangedAttempt[]) => boolean;
}

/** The reads of the frame (the banner of unknown payments, the number of holds) and those of the open screen.*/
function readsOf(ledger: StoredLedger, operatorName: string, screen: OpenScreen): readonly Read[] {
  if (screen === 'none') return [];
  const now = () => new Date().toISOString();
  const holds = (limit: number): Read => ({
    read: () => ledger.holds(waitingHolds({ limit, environment }), now()),
    concerned: (facts) => facts.some(({ operation }) => operationFacts(operation).opens === 'hold'),
  });
  const frame: readonly Read[] = [
    { read: () => ledger.unknowns(), concerned: (facts) => facts.some(({ state }) => state === 'unknown') },
    holds(1),
  ];
  if (screen === 'holds') return [...frame, holds(holdsPageSize)];
  return [...frame, { read: () => ledger.search(query({ operatorName })), concerned: mayFind(operatorName) }];
}

const mayFind = (operatorName: string): Read['concerned'] => {
  const filter = historyFilterSchema.parse({ operatorName });
  return (facts) => facts.some((changed) => concerns(changed, filter));
};
