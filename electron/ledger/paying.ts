/** Begins, finishes and recovers the attempts of this process, on the ledger and among this seat's own commits. */
import type { Attempt } from '#shared/payments/attempt.ts';
import { createBegin } from '#electron/ledger/attempts/begin.ts';
import { finishAttempt, abandonAttempts } from '#electron/ledger/attempts/finish.ts';
import type { OwnServices } from '#electron/ledger/journal/own-services.ts';
import type { OwnSide } from '#electron/ledger/journal/own-side.ts';
import { recoverAttempts, seenInstances, type Instance } from '#electron/ledger/seats/instances.ts';
import type { ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import type { StoredLedger } from './stored-ledger.ts';
import { neverLeft } from '#electron/core/payments/answered-attempt.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { KeptAnswer } from '#electron/core/ports/answer-spool.ts';

interface PayingParts extends Pick<OwnServices, 'engine' | 'makeEvent' | 'noteEvent' | 'now' | 'beginning'> {
  readonly instance: Instance;
  readonly side: OwnSide;
  /** Milliseconds between the clock of this computer and the one that all seats share. */
  readonly clockOff: () => number;
  /** Reads the one that all seats share anew. Rejects with `LedgerUnavailable`. */
  readonly readClock: () => Promise<void>;
}

export function createPaying({
  engine,
  instance,
  makeEvent,
  noteEvent,
  now,
  beginning,
  side,
  clockOff,
  readClock,
}: PayingParts): Pick<StoredLedger, 'begin' | 'finish' | 'recover'> {
  const inFlight = new Map<string, ListedRow>();
  const own = createOwnAttempts();
  const finish: StoredLedger['finish'] = async (attemptId, answer, answeredAt) => {
    const write = () => finishAttempt(engine, inFlight, noteEvent, attemptId, answer, answeredAt);
    const finished = await side.finish(attemptId, answer, answeredAt, write);
    own.answered(attemptId, { answer, answeredAt });
    return finished;
  };
  const record = createBegin(engine, instance.id, inFlight, makeEvent);
  const begin: StoredLedger['begin'] = async (attempt, guard) => {
    const { id } = attempt;
    const isOff = (): boolean =>
      guard?.overridden === 'none' && isBlind(Date.parse(attempt.startedAt) - Date.parse(guard.since), clockOff());
    // This computer may have slept, and what counts its time with it.
    if (isOff()) await readClock();
    if (isOff()) throw new LedgerUnavailable('clock-off', 'The clocks of this computer and of the server differ.');
    beginning.set(id, (beginning.get(id) ?? 0) + 1);
    try {
      const write = () => record(attempt, guard);
      const recorded = await side.begin(attempt, write, finish, guard?.overridden === 'none' ? guard.since : null);
      if (recorded.ok) own.begun(id);
      return recorded;
    } catch (error) {
      own.refused(id, attempt.startedAt);
      throw error;
    } finally {
      const others = (beginning.get(id) ?? 1) - 1;
      if (others > 0) beginning.set(id, others);
      else beginning.delete(id);
    }
  };

  /**
   * Settles the attempts of the dead, and those of this instance that are `sending` and not under way. One whose `begin` failed here
   * never left. Any other shows that the ledger lost what this process committed (a failover or a restore): a known answer is written
   * again, and without one the attempt becomes unknown, because its request may have left.
   */
  async function recover(): Promise<readonly Attempt[]> {
    // Before an attempt becomes unknown whose answer this seat knows.
    await side.look();
    const seen = await seenInstances(engine, instance);
    // Looked at after the rows are read, so that attempts begun or finished meanwhile are left alone.
    const orphans = seen.sending.filter(
      ({ id, instance_id }) => instance_id === instance.id && !inFlight.has(id) && !beginning.has(id),
    );
    const settled = [...(await recoverAttempts(engine, seen))];
    const lost: string[] = [];
    for (const { id, started_at } of orphans) {
      const known = own.known(id, started_at);
      if (known === null) lost.push(id);
      else if (known === 'refused') settled.push(await finish(id, neverLeft, now().toISOString()));
      else settled.push(await finish(id, known.answer, known.answeredAt));
    }
    return [...settled, ...(await abandonAttempts(engine, 'id', lost))];
  }

  return { begin, finish, recover };
}

/** True when two clocks that differ so from the shared one may leave nothing of the guard's window. No window is below zero. */
const isBlind = (window: number, clockOff: number): boolean => window > 0 && clockOff > window / 2;

type WrittenAnswer = Pick<KeptAnswer, 'answer' | 'answeredAt'>;

const keptAnswers = 200;

/** Record of what this process did with its attempts, in case the ledger later differs. */
function createOwnAttempts() {
  const refusals = new Map<string, string>();
  const answers = new Map<string, WrittenAnswer>();
  return {
    begun: (attemptId: string) => refusals.delete(attemptId),
    /** `begin` failed, so nothing was sent. Its commit may still reach the disk. */
    refused: (attemptId: string, startedAt: string) => refusals.set(attemptId, startedAt),
    answered(attemptId: string, written: WrittenAnswer) {
      refusals.delete(attemptId);
      answers.set(attemptId, written);
      const [oldest] = answers.keys();
      if (answers.size > keptAnswers && oldest !== undefined) answers.delete(oldest);
    },
    /**
     * Returns the answer of an attempt, `refused` for one that never left, or null for neither. A refusal counts only for the
     * row of that very begin, because the same draft may have been begun before, and sent.
     */
    known: (attemptId: string, startedAt: string): 'refused' | WrittenAnswer | null =>
      answers.get(attemptId) ?? (refusals.get(attemptId) === startedAt ? 'refused' : null),
  };
}
