/** Begins, finishes and recovers the attempts of this process, on the ledger and among this seat's own commits. */
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { createBegin } from '#electron/ledger/attempts/begin.ts';
import { finishAttempt } from '#electron/ledger/attempts/finish.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import type { MakeEvent, NoteDeed } from '#electron/ledger/events.ts';
import type { OwnSide } from '#electron/ledger/journal/own-side.ts';
import { recoverAttempts, seenInstances, type Instance } from '#electron/ledger/seats/instances.ts';
import { createOwnAttempts, finishOrphans } from '#electron/ledger/seats/orphans.ts';
import type { ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import type { StoredLedger } from './stored-ledger.ts';

export interface PayingParts {
  readonly engine: Engine;
  readonly instance: Instance;
  readonly makeEvent: MakeEvent;
  readonly noteDeed: NoteDeed;
  readonly now: () => Date;
  /** Number of `begin` calls in progress per attempt id. */
  readonly beginning: Map<string, number>;
  readonly isBeginning: (attemptId: string) => boolean;
  /** This seat's own commits to a shared ledger; null for none. */
  readonly side: OwnSide | null;
}

export function createPaying({
  engine,
  instance,
  makeEvent,
  noteDeed,
  now,
  beginning,
  isBeginning,
  side,
}: PayingParts): Pick<StoredLedger, 'begin' | 'finish' | 'recover'> {
  const inFlight = new Map<string, ListedRow>();
  const own = createOwnAttempts();
  const finish: StoredLedger['finish'] = async (attemptId, answer, answeredAt) => {
    const write = () => finishAttempt(engine, inFlight, noteDeed, attemptId, answer, answeredAt);
    const finished = await (side === null ? write() : side.finish(attemptId, answer, answeredAt, write));
    own.answered(attemptId, { answer, answeredAt });
    return finished;
  };
  const record = createBegin(engine, instance.id, inFlight, makeEvent);
  const begin: StoredLedger['begin'] = async (attempt, guard) => {
    const { id } = attempt;
    beginning.set(id, (beginning.get(id) ?? 0) + 1);
    try {
      const write = () => record(attempt, guard);
      const recorded = await (side === null ? write() : side.begin(attempt, write, finish));
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

  async function recover(): Promise<readonly Attempt[]> {
    // Before an attempt becomes unknown whose answer this seat knows.
    await side?.look();
    const seen = await seenInstances(engine, instance);
    // Looked at after the rows are read, so that attempts begun or finished meanwhile are left alone.
    const orphans = seen.sending.filter(
      ({ id, instance_id }) => instance_id === instance.id && !inFlight.has(id) && !isBeginning(id),
    );
    const ofTheDead = await recoverAttempts(engine, seen);
    const settle = (id: string, answer: GatewayAnswer, answeredAt: string | null) =>
      finish(id, answer, answeredAt ?? now().toISOString());
    return [...ofTheDead, ...(await finishOrphans(engine, orphans, own, settle))];
  }

  return { begin, finish, recover };
}
