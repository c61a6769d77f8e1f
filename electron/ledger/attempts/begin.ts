/** Records an attempt before its first byte leaves. Runs the duplicate guard and takes the hold in the same transaction. */
import { failed, ok, type Result } from '#shared/failure.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { BeginRefusal, DuplicateGuard, KeyedLookalike, NewAttempt } from '#electron/core/ports/ledger.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { eventIfWritten, type MakeEvent } from '#electron/ledger/events.ts';
import { holdById } from './holds-by-id.ts';
import { listedAttempts } from './payments.ts';
import { createPositions } from '#electron/ledger/rows/position.ts';
import { operationTable } from '#shared/payments/operations.ts';
import { prepared, type Param } from '#electron/ledger/engine/prepared.ts';
import { sql, type CompiledQuery, type Expression, type SqlBool } from 'kysely';
import { leftOf, sameRefunds, takenBack } from './refunded.ts';
import { withoutEffect } from '#shared/payments/outcome.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { newColumns, newRow, toAttempt, unindexed, writtenAttempt } from '#electron/ledger/rows/attempt-rows.ts';

/** Instant later than any attempt. */
const never = '9999-12-31T23:59:59.999Z';

/** Attempts of the same card, amount and merchant that block another one. */
const lookalikes = (db: Database, param: Param) =>
  db
    .selectFrom('attempts')
    .where('card_fingerprint', '=', param('guardedCard'))
    .where('amount', '=', param('amount'))
    .where('profile_id', '=', param('profile_id'))
    .where((eb) =>
      eb.or([
        eb('standing', '=', 'unknown'),
        eb.and([eb('standing', '=', 'sending'), eb('started_at', '>=', param('sendingSince'))]),
        eb.and([
          eb('standing', '=', 'approved'),
          eb('started_at', '>=', param('since')),
          eb('amount', '>', takenBack(db, 'attempts', ['approved'])),
        ]),
      ]),
    );

const findLookalikes = prepared<ListedRow>((db, param) =>
  lookalikes(db, param).select(listedColumns).orderBy('position', 'desc'),
);

/** Finds what would block a payment while its card is still being keyed. Another seat may still come first. */
export async function keyedLookalikes(engine: Engine, keyed: KeyedLookalike): Promise<readonly ListedAttempt[]> {
  return engine.decide(async (db) => {
    const { rows } = await findLookalikes(engine, db, {
      guardedCard: keyed.cardFingerprint,
      amount: keyed.amount,
      profile_id: keyed.merchantId,
      sendingSince: '',
      since: keyed.since,
    });
    return listedAttempts(engine, db, rows);
  });
}

const insertedColumns = [...newColumns, 'indexed'] as const;

/**
 * Inserts the row with the id of a lookalike, if there is one, which then conflicts with the lookalike itself. SQLite copies the row
 * of an `insert … select` through a temporary table when it reads the table that it writes, which takes 0.008 ms.
 */
function insertOrClash(db: Database, param: Param) {
  const columns = Object.fromEntries(newColumns.map((name) => [name, param(name)])) as Record<keyof ListedRow, never>;
  const id = sql<string>`coalesce(${lookalikes(db, param).select('id').limit(1)}, ${param('id')})`;
  return db
    .insertInto('attempts')
    .values({ ...columns, indexed: unindexed.indexed, id })
    .onConflict((conflict) => conflict.doNothing());
}

/** Condition under which an attempt may be inserted. */
type Free = (db: Database, param: Param) => Expression<SqlBool>;

const isUnlike: Free = (db, param) => sql<SqlBool>`not exists ${lookalikes(db, param).select('position')}`;

/** Seats that may have settled what began at an instant, on a server that has gone back since, and have yet to say so. */
const awaitedFor = (db: Database, startedAt: Expression<string>) =>
  db.selectFrom('awaited_seats').select('awaited_seats.seat').where('awaited_seats.since', '>', startedAt);

const isSettledByNobody = (db: Database, startedAt: Expression<string>) =>
  sql<SqlBool>`not exists ${awaitedFor(db, startedAt)}`;

const isHoldOpen: Free = (db, param) =>
  sql<SqlBool>`exists ${db
    .selectFrom('holds')
    .innerJoin('attempts as authorization', 'authorization.id', 'holds.id')
    .select('holds.id')
    .where('holds.id', '=', param('hold_id'))
    .where('holds.state', '=', 'open')
    .where('authorization.standing', '=', 'approved')
    .where(isSettledByNobody(db, sql.ref('authorization.started_at')))}`;

const isRefundable: Free = (db, param) =>
  sql<SqlBool>`${param('amount')} <= ${leftOf(db, param)} and not exists ${sameRefunds(db, param).select('id')}
    and ${isSettledByNobody(db, sql`${db.selectFrom('attempts as earlier').select('started_at').where('earlier.id', '=', param('charge_id'))}`)}`;

/** Inserts the row where nothing blocks it. Only the number of rows is known; the reason is read afterwards. */
function insertWhere(db: Database, param: Param, isFree: Free) {
  return db
    .insertInto('attempts')
    .columns(insertedColumns)
    .expression(
      db
        .selectNoFrom((eb) => [
          ...newColumns.map((name) => eb.val(param(name)).as(name)),
          eb.lit(unindexed.indexed).as('indexed'),
        ])
        .where(isFree(db, param)),
    )
    .onConflict((conflict) => conflict.doNothing());
}

const insertPayment = prepared((db, param, engine) =>
  engine.kind === 'sqlite' ? insertOrClash(db, param) : insertWhere(db, param, isUnlike),
);
/** Inserts a settlement. When two seats find the hold open, the index of live settlements admits only one. */
const insertSettlement = prepared((db, param) => insertWhere(db, param, isHoldOpen));
const insertRefund = prepared((db, param) => insertWhere(db, param, isRefundable));
const insertions = {
  nothing: insertPayment,
  hold: insertSettlement,
  charge: insertRefund,
  card: insertPayment,
} as const;

/** Takes the open hold for a written attempt. */
const takeHold = prepared((db, param) =>
  db
    .updateTable('holds')
    .set({ state: param('taken'), settlement_id: param('id') })
    .where('id', '=', param('hold_id'))
    .where('state', '=', 'open')
    .where(({ exists }) => exists(db.selectFrom('attempts').select('id').where('id', '=', param('id')))),
);

const findLeft = prepared<{ readonly rest: number }>((db, param) => leftOf(db, param));
const findSameRefunds = prepared<ListedRow>((db, param) => sameRefunds(db, param).select(listedColumns));

const noteOperator = prepared((db, param) =>
  db
    .insertInto('operator_names')
    .values({ name: param('operator_name') })
    .onConflict((conflict) => conflict.doNothing()),
);

export type Begin = (attempt: NewAttempt, guard: DuplicateGuard | null) => Promise<Result<Attempt, BeginRefusal>>;

/** @param inFlight receives the rows of this process that wait for their answer */
export function createBegin(
  engine: Engine,
  instanceId: string,
  inFlight: Map<string, ListedRow>,
  makeEvent: MakeEvent,
): Begin {
  const nextPosition = createPositions();
  const knownOperators = new Set<string>();

  /** @returns true when the attempt was written */
  async function write(attempt: NewAttempt, row: ListedRow, sought: Sought, guarded: boolean): Promise<boolean> {
    const { settles, refersTo } = operationTable[attempt.operation];
    const insertion = insertions[refersTo].bind(engine, row, { ...sought });
    const before: readonly CompiledQuery[] = [
      ...engine.promised(row.environment),
      ...(knownOperators.has(attempt.operatorName) ? [] : [noteOperator.bind(engine, row)]),
      // A second seat with the same card and amount waits for this transaction and then sees it.
      ...(guarded ? engine.serialized(`${row.card_fingerprint} ${row.amount} ${row.profile_id}`) : []),
      // A second seat that refunds the same charge waits too.
      ...(row.charge_id === null ? [] : engine.serialized(`refund ${row.charge_id}`)),
    ];
    const after = settles === null ? [] : [takeHold.bind(engine, row, { taken: settles.sending })];
    const begun = { row: { ...row, raw_answer: null }, revision: 1 };
    const events = eventsOf(attempt);
    const written = await engine.transact((linking) => [
      ...before,
      insertion,
      ...after,
      ...linking.payment(begun),
      ...events.flatMap((event) => [eventIfWritten(engine, event, begun), ...linking.event(event, begun)]),
    ]);
    return written[before.length] === 1;
  }

  /** Returns the entries of the audit trail that tell of an override and of a customer's consent. */
  function eventsOf({ id: attemptId, operatorName, overrideReason, overrideApprovedBy, consent }: NewAttempt) {
    const approved = overrideApprovedBy === undefined ? {} : { approvedBy: overrideApprovedBy };
    return [
      ...(overrideReason === null
        ? []
        : [makeEvent(operatorName, { kind: 'override', attemptId, reason: overrideReason, ...approved })]),
      ...(consent === undefined ? [] : [makeEvent(operatorName, { kind: 'charge-agreed', attemptId, text: consent })]),
    ];
  }

  return async (attempt, guard) => {
    const row = newRow({ ...attempt, instanceId });
    const guarded = guard !== null && operationTable[attempt.operation].guarded && attempt.cardFingerprint !== null;
    const sought = soughtBy(attempt, guarded ? guard : null, guard !== null);
    let taken: number | undefined;
    for (;;) {
      const full = { ...row, position: nextPosition(attempt.startedAt, taken) };
      if (await write(attempt, full, sought, guarded)) {
        knownOperators.add(attempt.operatorName);
        inFlight.set(full.id, full);
        engine.changed([attempt.id]);
        return ok(writtenAttempt(full));
      }
      const refusal = await engine.decide((db) => refusalOf(engine, db, attempt, { ...row, ...sought }));
      if (refusal !== null) return failed(refusal);
      // Another seat has taken this slot of the millisecond, or the obstacle is gone: try the next slot.
      taken = full.position;
    }
  };
}

/** Bounds of the lookalikes. Empty without a card or with a supervisor's override. */
interface Sought {
  readonly guardedCard: string | null;
  readonly sendingSince: string;
  readonly since: string;
  /** Charge whose refunds of the same amount block another one. */
  readonly guardedCharge: string | null;
}

function soughtBy(
  { cardFingerprint, chargeId }: NewAttempt,
  guard: DuplicateGuard | null,
  isUnconfirmed: boolean,
): Sought {
  const guardedCharge = isUnconfirmed ? chargeId : null;
  if (guard === null || guard.overridden === 'supervisor')
    return { guardedCard: null, sendingSince: never, since: never, guardedCharge };
  // Unresolved attempts count however old they are. Those in flight do too, unless the operator gave a reason.
  if (guard.overridden === 'reason')
    return { guardedCard: cardFingerprint, sendingSince: never, since: never, guardedCharge };
  return { guardedCard: cardFingerprint, sendingSince: '', since: guard.since, guardedCharge };
}

/** Finds the reason why an attempt was not written; null when nothing blocks it any more. */
async function refusalOf(
  engine: Engine,
  db: Database,
  attempt: NewAttempt,
  values: Sought & Omit<ListedRow, 'position'>,
): Promise<BeginRefusal | null> {
  // A draft submitted twice is not its own lookalike.
  const used = await db.selectFrom('attempts').select(listedColumns).where('id', '=', attempt.id).executeTakeFirst();
  if (used !== undefined) return { kind: 'exists', attempt: toAttempt(used) };
  const { refersTo } = operationTable[attempt.operation];
  if (refersTo === 'hold') return holdRefusal(engine, db, attempt.holdId);
  if (refersTo === 'charge') return refundRefusal(engine, db, values);
  const { rows } = await findLookalikes(engine, db, { ...values });
  return rows.length === 0 ? null : { kind: 'duplicate', earlier: await listedAttempts(engine, db, rows) };
}

async function refundRefusal(
  engine: Engine,
  db: Database,
  values: Sought & Omit<ListedRow, 'position'>,
): Promise<BeginRefusal | null> {
  const { rows } = await findLeft(engine, db, { ...values });
  const [charge] = rows;
  if (charge === undefined) return { kind: 'not-found' };
  if (values.amount > charge.rest) return { kind: 'over-refund', left: Math.max(0, charge.rest) };
  const same = await findSameRefunds(engine, db, { ...values });
  if (same.rows.length > 0) return { kind: 'duplicate', earlier: await listedAttempts(engine, db, same.rows) };
  return awaitedRefusal(db, values.charge_id);
}

/** Refuses what another seat may have done already to the same hold or charge. @param earlierId of the hold or charge */
async function awaitedRefusal(db: Database, earlierId: string | null): Promise<BeginRefusal | null> {
  const startedAt = sql<string>`(select started_at from attempts where id = ${earlierId})`;
  const seats = await awaitedFor(db, startedAt).orderBy('seat').execute();
  return seats.length === 0 ? null : { kind: 'seats-awaited', seats: seats.map(({ seat }) => seat) };
}

async function holdRefusal(engine: Engine, db: Database, holdId: string | null): Promise<BeginRefusal | null> {
  const hold = holdId === null ? null : await holdById(engine, db, holdId);
  if (hold === null) return { kind: 'not-found' };
  if (hold.state !== 'open') return { kind: 'hold-not-open', hold };
  const authorization = await db.selectFrom('attempts').select('standing').where('id', '=', hold.id).executeTakeFirst();
  if (authorization?.standing !== 'approved') return { kind: 'hold-not-open', hold: { ...hold, state: 'doubtful' } };
  // The index of live settlements may have refused the attempt, whatever the hold's own state says.
  const live = await db
    .selectFrom('attempts')
    .select('id')
    .where('hold_id', '=', holdId)
    .where('standing', 'not in', withoutEffect)
    .executeTakeFirst();
  return live === undefined ? awaitedRefusal(db, holdId) : { kind: 'hold-not-open', hold };
}
