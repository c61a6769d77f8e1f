/**
 * Tells the other seats what this one has committed. NOTIFY holds a lock of the whole database until its commit ends, and a
 * commit waits for the disk and the standby. So payments commit without it, and a transaction of its own that waits for
 * neither follows. Each seat's slow poll makes up for a notice that a crash loses.
 *
 * Every notice wakes every seat, which costs the server more than the payment. So at most about one a second is sent by all of
 * them together: who hears one waits, and the first to send then notifies for the others too, by a notice without ids. A seat that
 * pays while no other does tells the answer as it told the beginning, so that few screens are concerned.
 */
import { mergedChanges, noChange } from '#electron/ledger/engine/engine.ts';
import { changedFields, changeSchema, listedChangeSchema, type Change } from '#shared/ledger/history.ts';
import { jsonAs } from '#shared/parsed-json.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';

/** Times in ms. */
export const sending = {
  /** From a change to its notice after a calm second. Further ones join it. */
  merge: 150,
  /** Shortest time between a notice, whoever sent it, and the next one. */
  calm: 1_000,
  /** Longest additional delay, by which one seat is the first to send. */
  spread: 1_000,
  /** Time that a commit takes at most to be seen by all. A notice of another seat stands for the changes before it. */
  settle: 500,
  /** Longest pause before a notice that could not be sent is tried again. */
  longestPause: 10_000,
} as const;

/** Steepness of the delays: most seats draw a long one, so that few draw the shortest and send together. */
const steepness = 5;

/** Returns a delay in ms, from 0 up to the spread. @param drawn from 0 up to 1 */
const delayOf = (drawn: number): number => (sending.spread / steepness) * Math.log1p(drawn * Math.expm1(steepness));

/**
 * @param send sends one notice; rejects with `LedgerUnavailable` when it could not be committed
 * @param random returns a number from 0 up to 1
 */
export function createNoticeSender(
  send: (payload: string) => Promise<void>,
  reportBug: (error: unknown) => void,
  random: () => number = Math.random,
) {
  /** Changes that no notice has told; no attempts for none. */
  let untold = noChange;
  let changedAt = 0;
  let noticeAt = Number.NEGATIVE_INFINITY;
  /** The last notice, if it was this seat's own and named attempts. */
  let own: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> | null = null;
  /** Pause after a notice that could not be sent; null after one that was. */
  let pause: number | null = null;
  let closed = false;

  const isBusy = (): boolean => own === null && performance.now() < noticeAt + sending.calm;

  function schedule(): void {
    if (closed || timer !== undefined || underWay !== null || untold.attemptIds?.length === 0) return;
    const calmIn = noticeAt + sending.calm - performance.now();
    const isCalm = calmIn <= sending.merge;
    const forAll = !isCalm && own === null;
    timer = setTimeout(
      () => {
        timer = undefined;
        underWay = deliver(forAll || isBusy()).finally(() => {
          underWay = null;
          schedule();
        });
      },
      pause ?? (isCalm ? sending.merge : calmIn + delayOf(random())),
    );
    timer.unref();
  }

  /** @param forAll whether the notice stands for what other seats have changed too */
  async function deliver(forAll: boolean): Promise<void> {
    const told = untold;
    if (told.attemptIds?.length === 0) return;
    untold = noChange;
    try {
      const payload = forAll ? forMany : payloadOf(told);
      await send(payload);
      own = payload === forMany ? null : payload;
      noticeAt = performance.now();
      pause = null;
    } catch (error) {
      if (!(error instanceof LedgerUnavailable)) {
        reportBug(error);
        return;
      }
      untold = mergedChanges(told, untold);
      pause = Math.min(2 * (pause ?? sending.merge), sending.longestPause);
    }
  }

  return {
    /** Schedules the notice. Takes no time of the caller, who may be paying. */
    changed(change: Change) {
      untold = mergedChanges(untold, change);
      changedAt = performance.now();
      schedule();
    },
    /** Notes a notice that this seat heard, its own included. */
    heard(payload: string) {
      noticeAt = performance.now();
      if (payload !== own) own = null;
      if (payload !== forMany || pause !== null) return;
      clearTimeout(timer);
      timer = undefined;
      if (changedAt + sending.settle <= noticeAt) untold = noChange;
      schedule();
    },
    /** Sends what is left, once. Later changes are ignored. */
    async close() {
      closed = true;
      clearTimeout(timer);
      await underWay;
      await deliver(false);
    },
  };
}

/** Channel of the database. The payload is a change as a list in JSON, or nothing for many. */
export const attemptsChannel = 'caja_attempts';

/** Payload for many attempts, or for those of all seats. */
export const forMany = '';
/** Most characters of a payload, each of which may take two bytes. NOTIFY takes less than 8,000 bytes. */
const longest = 3_900;

function payloadOf(change: Change): string {
  const { attemptIds, facts } = mergedChanges(change, noChange);
  if (attemptIds === null) return forMany;
  const whole = JSON.stringify([attemptIds, facts?.map((fact) => changedFields.map((name) => fact[name]))]);
  return facts === undefined || whole.length > longest ? JSON.stringify([attemptIds]) : whole;
}

/** Reads a payload. One that is no change, which another program sent, stands for many. */
export function changeIn(payload: string): Change {
  const [attemptIds, rows] = jsonAs(listedChangeSchema, payload) ?? [null, undefined];
  const facts = rows?.map((row) => Object.fromEntries(changedFields.map((name, index) => [name, row[index]])));
  return mergedChanges(changeSchema.safeParse({ attemptIds, facts }).data ?? { attemptIds: null }, noChange);
}
