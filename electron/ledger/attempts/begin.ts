/** Records an attempt before its first byte leaves. Runs the duplicate guard and takes the hold in the same transaction. */
import { failed, ok, type Result } from '#shared/failure.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { changeOf } from '#shared/ledger/history.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import {
  LedgerUnavailable,
  type BeginRefusal,
  type DuplicateGuard,
  type KeyedLookalike,
  type NewAttempt,
  type SeatsAwaited,
} from '#electron/core/ports/ledger.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { eventIfWritten, type MakeEvent } from '#electron/ledger/events.ts';
import { holdsById } from './by-id.ts';
import { listedAttempts, leftOf, sameRefunds, takenBack } from './payments.ts';
import { createPositions } from '#electron/ledger/rows/position.ts';
import type { HoldState } from '#shared/payments/hold-state.ts';
import { operationTable } from '#shared/payments/operations.ts';
import { sql, type CompiledQuery, type Expression, type SqlBool } from 'kysely';
import { withoutEffect } from '#shared/payments/outcome.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { newRow, toAttempt, unindexed, writtenAttempt } from '#electron/ledger/rows/attempt-rows.ts';

/** Tries of a row that the ledger does not take, though nothing is in its way. */
const tries = 50;
const never = '9999-12-31T23:59:59.999Z';

const lookalikes = (
  db: Database,
  { guardedCard, amount, merchant_id, sendingSince, since }: SoughtCard & Pick<ListedRow, 'amount' | 'merchant_id'>,
) =>
  db
    .selectFrom('attempts')
    .where('card_fingerprint', '=', guardedCard)
    .where('amount', '=', amount)
    .where('merchant_id', '=', merchant_id)
    .where((eb) =>
      eb.or([
        eb('standing', '=', 'unknown'),
        eb.and([eb('standing', '=', 'sending'), eb('started_at', '>=', sendingSince)]),
        eb.and([
          eb('standing', '=', 'approved'),
          eb('started_at', '>=', since),
          eb('amount', '>', takenBack(db, 'attempts', ['approved'])),
        ]),
      ]),
    );

const findLookalikes = (db: Database, sought: Parameters<typeof lookalikes>[1]) =>
  lookalikes(db, sought).select(listedColumns).orderBy('position', 'desc').execute();

/** Finds what would block a payment while its card is still being keyed. Another seat may still come first. */
export async function keyedLookalikes(engine: Engine, keyed: KeyedLookalike): Promise<readonly ListedAttempt[]> {
  return engine.decide(async (db) => {
    const { cardFingerprint: guardedCard, amount, merchantId: merchant_id, since } = keyed;
    const rows = await findLookalikes(db, { guardedCard, amount, merchant_id, sendingSince: '', since });
    return listedAttempts(engine, db, rows);
  });
}

type SoughtRow = ListedRow & Sought;

/** Condition under which an attempt may be inserted. */
type Free = (db: Database, row: SoughtRow) => Expression<SqlBool>;

const isUnlike: Free = (db, row) => sql<SqlBool>`not exists ${lookalikes(db, row).select('position')}`;

/** Seats that may have settled what began at an instant, on a server that has gone back since, and have yet to say so. */
const awaitedFor = (db: Database, from: Expression<string>) =>
  db.selectFrom('awaited_seats').select('awaited_seats.seat').where('awaited_seats.since', '>', from);

/** Instant from which a seat may have settled an attempt; the first of all for one that the server had lost, whose clock nobody knows. */
const settledFrom = (table: string) =>
  sql<string>`case when ${sql.ref(`${table}.restored_at`)} is null then ${sql.ref(`${table}.started_at`)} else '' end`;

const isSettledByNobody = (db: Database, from: Expression<string>) => sql<SqlBool>`not exists ${awaitedFor(db, from)}`;

const isHoldOpen: Free = (db, { hold_id }) =>
  sql<SqlBool>`exists ${db
    .selectFrom('holds')
    .innerJoin('attempts as authorization', 'authorization.id', 'holds.id')
    .select('holds.id')
    .where('holds.id', '=', hold_id)
    .where('holds.state', '=', 'open')
    .where('authorization.standing', '=', 'approved')
    .where(isSettledByNobody(db, settledFrom('authorization')))}`;

const isRefundable: Free = (db, row) =>
  sql<SqlBool>`${row.amount} <= ${leftOf(db, row)} and not exists ${sameRefunds(db, row).select('id')}
    and ${isSettledByNobody(db, sql`${db.selectFrom('attempts as earlier').select(settledFrom('earlier').as('from')).where('earlier.id', '=', row.charge_id)}`)}`;

/** Inserts the row where nothing blocks it. Only the number of rows is known; the reason is read afterwards. */
const insertWhere = (db: Database, row: SoughtRow, isFree: Free) =>
  db
    .insertInto('attempts')
    .columns([...listedColumns, 'indexed'])
    .expression(
      db
        .selectNoFrom((eb) => [
          ...listedColumns.map((name) => eb.val(row[name]).as(name)),
          eb.lit(unindexed.indexed).as('indexed'),
        ])
        .where(isFree(db, row)),
    )
    .onConflict((conflict) => conflict.doNothing());

/** Conditions on what an attempt refers to. When two seats find a hold open, the index of live settlements admits one. */
const conditions = { nothing: isUnlike, card: isUnlike, hold: isHoldOpen, charge: isRefundable } as const;

/** Name of the turn in which a charge is refunded or removed. */
export const refunds = 'refunds';

const takeHold = (db: Database, { id, hold_id }: ListedRow, taken: HoldState) =>
  db
    .updateTable('holds')
    .set({ state: taken, settlement_id: id })
    .where('id', '=', hold_id)
    .where('state', '=', 'open')
    .where(({ exists }) => exists(db.selectFrom('attempts').select('id').where('id', '=', id)));

const noteOperator = (db: Database, name: string) =>
  db
    .insertInto('operator_names')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing());

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
    const { db } = engine;
    const before: readonly CompiledQuery[] = [
      ...engine.promised(row.environment),
      ...(knownOperators.has(attempt.operatorName) ? [] : [noteOperator(db, row.operator_name).compile()]),
      // A second seat with the same card and amount waits for this transaction and then sees it.
      ...(guarded ? engine.serialized(`${row.card_fingerprint} ${row.amount} ${row.merchant_id}`) : []),
      // Refunds wait for each other and for a purge, which may take the charge.
      ...(row.charge_id === null ? [] : engine.serialized(refunds)),
    ];
    const inserted = insertWhere(db, { ...row, ...sought }, conditions[refersTo]).compile();
    const after = settles === null ? [] : [takeHold(db, row, settles.sending).compile()];
    const begun = { row: { ...row, raw_answer: null }, revision: 1 };
    const events = eventsOf(attempt);
    const written = await engine.transact((linking) => [
      ...before,
      inserted,
      ...after,
      ...linking.payment(begun),
      ...events.flatMap((event) => [eventIfWritten(engine, event, begun), ...linking.event(event, begun)]),
    ]);
    const isWritten = written[before.length] === 1;
    // The index of live settlements is gone: another one was first. This one is settled as not sent.
    if (isWritten && settles !== null && written[before.length + 1] !== 1) throw secondOnHold();
    return isWritten;
  }

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
    const sought = soughtBy(attempt, guard);
    let taken: number | undefined;
    for (let left = tries; left > 0; left--) {
      const full = { ...row, position: nextPosition(attempt.startedAt, taken) };
      if (await write(attempt, full, sought, guarded)) {
        knownOperators.add(attempt.operatorName);
        // Nor does the hold's own row tell.
        if (row.hold_id !== null && [...inFlight.values()].some(({ hold_id }) => hold_id === row.hold_id))
          throw secondOnHold();
        inFlight.set(full.id, full);
        const begun = writtenAttempt(full);
        engine.changed(changeOf(begun));
        return ok(begun);
      }
      const refusal = await engine.decide((db) => refusalOf(engine, db, attempt, { ...row, ...sought }));
      if (refusal !== null) return failed(refusal);
      // Another seat has taken this slot of the millisecond, or the obstacle is gone: try the next slot.
      taken = full.position;
    }
    throw new LedgerUnavailable('altered', 'The table of payments takes no row and gives no reason.');
  };
}

const secondOnHold = () => new LedgerUnavailable('altered', 'The ledger takes a second operation on one hold.');

/** Bounds of the lookalikes. Empty without a card or charge or with a supervisor's override. */
interface SoughtCard {
  readonly guardedCard: string | null;
  readonly sendingSince: string;
  readonly since: string;
}
interface Sought extends SoughtCard {
  /** Charge whose refunds of the same amount block another one. */
  readonly guardedCharge: string | null;
}

function soughtBy({ cardFingerprint, chargeId }: NewAttempt, guard: DuplicateGuard | null): Sought {
  if (guard === null || guard.overridden === 'supervisor')
    return { guardedCard: null, guardedCharge: null, sendingSince: never, since: never };
  const guarded = { guardedCard: cardFingerprint, guardedCharge: chargeId };
  // Unresolved attempts count however old they are. Those in flight do too, unless the operator gave a reason.
  if (guard.overridden === 'reason') return { ...guarded, sendingSince: never, since: never };
  return { ...guarded, sendingSince: '', since: guard.since };
}

/** Finds the reason why an attempt was not written; null when nothing blocks it any more. */
async function refusalOf(
  engine: Engine,
  db: Database,
  attempt: NewAttempt,
  values: Omit<SoughtRow, 'position'>,
): Promise<BeginRefusal | null> {
  // A draft submitted twice is not its own lookalike.
  const used = await db.selectFrom('attempts').select(listedColumns).where('id', '=', attempt.id).executeTakeFirst();
  if (used !== undefined)
    return { kind: 'exists', attempt: toAttempt(used), sameCard: used.card_fingerprint === attempt.cardFingerprint };
  const { refersTo } = operationTable[attempt.operation];
  if (refersTo === 'hold') return holdRefusal(engine, db, attempt.holdId);
  if (refersTo === 'charge') return refundRefusal(engine, db, values);
  const rows = await findLookalikes(db, values);
  return rows.length === 0 ? null : { kind: 'duplicate', earlier: await listedAttempts(engine, db, rows) };
}

async function refundRefusal(
  engine: Engine,
  db: Database,
  values: Omit<SoughtRow, 'position'>,
): Promise<BeginRefusal | null> {
  const charge = await leftOf(db, values).executeTakeFirst();
  if (charge === undefined) return { kind: 'not-found' };
  if (values.amount > charge.rest) return { kind: 'over-refund', left: Math.max(0, charge.rest) };
  const same = await sameRefunds(db, values).select(listedColumns).execute();
  if (same.length > 0) return { kind: 'duplicate', earlier: await listedAttempts(engine, db, same) };
  return awaitedRefusal(db, values.charge_id);
}

/** Refuses what another seat may have done already to the same hold or charge. @param earlierId of the hold or charge */
export async function awaitedRefusal(db: Database, earlierId: string | null): Promise<SeatsAwaited | null> {
  const from = sql<string>`(select ${settledFrom('earlier')} from attempts as earlier where id = ${earlierId})`;
  const seats = await awaitedFor(db, from).orderBy('seat').execute();
  return seats.length === 0 ? null : { kind: 'seats-awaited', seats: seats.map(({ seat }) => seat) };
}

async function holdRefusal(engine: Engine, db: Database, holdId: string | null): Promise<BeginRefusal | null> {
  const hold = holdId === null ? undefined : (await holdsById(engine, db, [holdId]))[0];
  if (hold === undefined) return { kind: 'not-found' };
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
