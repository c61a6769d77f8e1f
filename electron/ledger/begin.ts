/** Writes an attempt before its first byte leaves: one transaction with the duplicate guard and the taking of the hold. */
import { failed, ok, type Result } from '#shared/failure.ts';
import type { Attempt } from '#shared/transaction.ts';
import type { BeginRefusal, DuplicateGuard, NewAttempt } from '#electron/core/ports.ts';
import { listedColumns, newRow, toAttempt, type ListedRow } from './attempt-rows.ts';
import type { Engine, Work } from './engine.ts';
import type { NoteEvent } from './events.ts';
import { holdById } from './holds.ts';
import { createPositions } from './position.ts';
import { prepared } from './prepared.ts';
import { attemptWords } from './words.ts';

/** Breaks the transaction off and carries the refusal out of it: nothing of the attempt stays. */
class Refused extends Error {
  readonly refusal: BeginRefusal;
  constructor(refusal: BeginRefusal) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

/** Later than any attempt starts. */
const never = '9999-12-31T23:59:59.999Z';

const findLookalikes = prepared<ListedRow>((db, give) =>
  db
    .selectFrom('attempts')
    .select(listedColumns)
    .where('card_fingerprint', '=', give('cardFingerprint'))
    .where('amount', '=', give('amount'))
    .where('profile_id', '=', give('profileId'))
    .where((eb) =>
      eb.or([
        eb('standing', '=', 'unknown'),
        eb.and([eb('standing', '=', 'sending'), eb('started_at', '>=', give('sendingSince'))]),
        eb.and([eb('standing', '=', 'approved'), eb('started_at', '>=', give('since'))]),
      ]),
    )
    .orderBy('position', 'desc'),
);

const insertAttempt = prepared((db, give, engine) => {
  const columns = Object.fromEntries(listedColumns.map((name) => [name, give(name)])) as unknown as ListedRow;
  return db
    .insertInto('attempts')
    .values({ ...columns, ...engine.searchColumns(give('words')), raw_answer: null })
    .onConflict((conflict) => conflict.doNothing());
});

export type Begin = (attempt: NewAttempt, guard: DuplicateGuard | null) => Promise<Result<Attempt, BeginRefusal>>;

/** @param inFlight takes the rows of this process that wait for their answer */
export function createBegin(
  engine: Engine,
  instanceId: string,
  inFlight: Map<string, ListedRow>,
  noteEvent: NoteEvent,
): Begin {
  const nextPosition = createPositions();
  const knownOperators = new Set<string>();

  async function noteOperator(trx: Work, name: string): Promise<void> {
    if (knownOperators.has(name)) return;
    await trx
      .insertInto('operator_names')
      .values({ name })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async function insert(trx: Work, attempt: NewAttempt): Promise<ListedRow> {
    const row = newRow(attempt, instanceId);
    const words = engine.searchValue(() => attemptWords(row));
    for (;;) {
      const full = { ...row, position: nextPosition(attempt.startedAt) };
      const inserted = await insertAttempt(engine, trx, { ...full, words });
      if (inserted.numAffectedRows === 1n) return full;
      await refuseUsedId(trx, attempt);
      if (attempt.holdId !== null) await refuseSecondCapture(trx, attempt.holdId);
      // Another seat has this slot of the millisecond: the next one.
    }
  }

  return async (attempt, guard) => {
    try {
      const row = await engine.write(async (trx) => {
        if (attempt.holdId === null) await guardAgainstTwice(engine, trx, attempt, guard);
        else await takeHold(trx, attempt, attempt.holdId);
        await noteOperator(trx, attempt.operatorName);
        const inserted = await insert(trx, attempt);
        const reason = attempt.overrideReason;
        if (reason !== null) {
          await noteEvent(trx, attempt.operatorName, { kind: 'override', attemptId: attempt.id, reason });
        }
        return inserted;
      });
      knownOperators.add(attempt.operatorName);
      inFlight.set(row.id, row);
      engine.changed([attempt.id]);
      return ok(toAttempt(row));
    } catch (error) {
      if (error instanceof Refused) return failed(error.refusal);
      throw error;
    }
  };
}

async function refuseUsedId(trx: Work, attempt: NewAttempt): Promise<void> {
  const used = await trx.selectFrom('attempts').select(listedColumns).where('id', '=', attempt.id).executeTakeFirst();
  if (used !== undefined) throw new Refused({ kind: 'exists', attempt: toAttempt(used) });
}

/** The index of live captures kept the attempt out, whatever the hold's own state says. */
async function refuseSecondCapture(trx: Work, holdId: string): Promise<void> {
  const live = await trx
    .selectFrom('attempts')
    .select('id')
    .where('hold_id', '=', holdId)
    .where('standing', 'in', ['sending', 'unknown', 'approved'])
    .executeTakeFirst();
  const hold = live === undefined ? null : await holdById(trx, holdId);
  if (hold !== null) throw new Refused({ kind: 'hold-not-open', hold });
}

/** Lookalikes, found under a lock that a second seat with the same card and amount waits for. */
async function guardAgainstTwice(
  engine: Engine,
  trx: Work,
  attempt: NewAttempt,
  guard: DuplicateGuard | null,
): Promise<void> {
  const { cardFingerprint } = attempt;
  if (cardFingerprint === null || guard === null) return;
  await engine.serialize(trx, `${cardFingerprint} ${attempt.amount} ${attempt.profile.id}`);
  if (guard.overridden === 'supervisor') return;
  const { rows: lookalikes } = await findLookalikes(engine, trx, {
    cardFingerprint,
    amount: attempt.amount,
    profileId: attempt.profile.id,
    // What is unresolved or in flight counts however old it is; with a reason only the unresolved does.
    sendingSince: guard.overridden === 'none' ? '' : never,
    since: guard.overridden === 'none' ? guard.since : never,
  });
  // The same draft again is no lookalike of itself.
  if (lookalikes.some((row) => row.id === attempt.id)) return;
  if (lookalikes.length > 0) throw new Refused({ kind: 'duplicate', earlier: lookalikes.map(toAttempt) });
}

/** Moves the hold from open to capturing, or refuses. Of two seats one finds it open; the index guards it once more. */
async function takeHold(trx: Work, attempt: NewAttempt, holdId: string): Promise<void> {
  const taken = await trx
    .updateTable('holds')
    .set({ state: 'capturing', capture_id: attempt.id })
    .where('id', '=', holdId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (taken.numUpdatedRows === 1n) return;
  await refuseUsedId(trx, attempt);
  const hold = await holdById(trx, holdId);
  throw new Refused(hold === null ? { kind: 'not-found' } : { kind: 'hold-not-open', hold });
}
