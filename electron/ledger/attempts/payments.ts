/**
 * Reads the latest state of payments beside their attempts, one statement for a whole page, by the keys of both tables, and what was taken
 * back of them. Refunds are summed from the records, so that no figure has to be kept in step with them. A refund counts until it is known to
 * have moved nothing. A late truth may exceed the charge: a sum can refuse a begin, and never an answer.
 */
import { sql } from 'kysely';
import {
  chargeIn,
  listedAttemptSchema,
  type ListedAttempt,
  type PaymentState,
  type Settlement,
  type ShownAttempt,
  type Refunds,
} from '#shared/ledger/listed-attempt.ts';
import { heldAmount } from '#shared/ledger/holds.ts';
import { amountDoubtOf, effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { sentReceipts } from '#electron/ledger/events.ts';
import { holdEnd, recorded } from '#electron/ledger/rows/recorded-values.ts';
import { amongIds } from './by-id.ts';
import { type AttemptsTable, listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { toAttempt, toDetails, toDifferences } from '#electron/ledger/rows/attempt-rows.ts';
import type { HoldsTable } from '#electron/ledger/rows/tables.ts';
import { withoutEffect, type AttemptState } from '#shared/payments/outcome.ts';

const without = sql.join(withoutEffect.map((state) => sql.lit(state)));

/** Sum of the refunds of a charge in minor units. @param charge name of the charge's row */
export const takenBack = (db: Database, charge: 'attempts' | 'charge', standings?: readonly AttemptState[]) =>
  db
    .selectFrom('attempts as taken')
    .select(sql<number>`coalesce(sum(taken.amount), 0)`.as('sum'))
    .where('taken.charge_id', '=', sql.ref<string>(`${charge}.id`))
    .where(
      standings === undefined
        ? sql<boolean>`taken.standing not in (${without})`
        : sql<boolean>`taken.standing in (${sql.join(standings.map((state) => sql.lit(state)))})`,
    );

/**
 * Rest of the charge `charge_id`. The smaller amount counts where the service confirmed another one. An attempt that is not approved has
 * charged nothing.
 */
export const leftOf = (db: Database, { charge_id }: Pick<ListedRow, 'charge_id'>) =>
  db
    .selectFrom('attempts as charge')
    .select(
      sql<number>`case when charge.standing <> 'approved' then 0
        else cast(case when charge.answered_amount < charge.amount then charge.answered_amount else charge.amount end
          - ${takenBack(db, 'charge')} as bigint) end`.as('rest'),
    )
    .where('charge.id', '=', charge_id);

/**
 * Refunds of the same charge and amount that may have moved money: those that are unknown, and others since an instant.
 * @param guardedCharge null for none to look for
 */
export const sameRefunds = (
  db: Database,
  {
    guardedCharge,
    amount,
    since,
  }: Pick<ListedRow, 'amount'> & { readonly guardedCharge: string | null; readonly since: string },
) =>
  db
    .selectFrom('attempts')
    .where('charge_id', '=', guardedCharge)
    .where('amount', '=', amount)
    .where(sql<boolean>`standing not in (${without}) and (standing = 'unknown' or started_at >= ${since})`);

/** Reads what was taken back of each charge. Charges without a refund are absent. */
async function refundsOf(
  engine: Engine,
  db: Database,
  chargeIds: readonly string[],
): Promise<ReadonlyMap<string, Refunds>> {
  if (chargeIds.length === 0) return new Map();
  const { rows } = await sql<Refunds & { readonly charge_id: string }>`
    select charge_id,
      cast(sum(case when standing = 'approved' then amount else 0 end) as bigint) as returned,
      cast(sum(case when standing = 'approved' then 0 else amount end) as bigint) as open
    from attempts
    where charge_id ${amongIds(engine, [...new Set(chargeIds)])} and standing not in (${without})
    group by charge_id`.execute(db);
  return new Map(rows.map(({ charge_id: id, returned, open }) => [id, { returned, open }]));
}

/** Columns of the attempt that settles a hold, by which the payment's state is told. */
export const settlementColumns = [
  'operation',
  'family',
  'environment',
  'state',
  'standing',
  'started_at',
  'operator_name',
  'amount',
  'answered_amount',
  'differences',
  'cod_oper',
  'auth_token',
  'resolved_reference',
  'receipt_url',
] as const satisfies readonly (keyof AttemptsTable)[];

type SettlementColumns = Pick<AttemptsTable, (typeof settlementColumns)[number]>;

/** A hold and the attempt that settles it, whose columns are null where there is none. */
type PaymentRow = Pick<HoldsTable, 'expires_at' | 'expiry_is_estimate' | 'settlement_id'> & {
  readonly hold_id: string;
  readonly hold_state: HoldsTable['state'];
  readonly held: number;
} & (SettlementColumns | { readonly [Column in keyof SettlementColumns]: null });

const joinedColumns = sql.join(settlementColumns.map((column) => sql.ref(`settlement.${column}`)));

/** Returns the id of the authorization that the attempt's payment began with; null for a payment of one attempt. */
const holdOf = (row: Pick<ListedRow, 'id' | 'operation' | 'family' | 'environment' | 'hold_id'>): string | null =>
  row.hold_id ?? (operationFacts(recorded.operation(row)).opens === 'hold' ? row.id : null);

/** Reads payments by the id of their authorization. Reads nothing for a page of sales. */
async function paymentsOf(
  engine: Engine,
  db: Database,
  holdIds: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, PaymentState>> {
  const ids = [...new Set(holdIds)].filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const found = await sql<PaymentRow>`
    select holds.id as hold_id, holds.state as hold_state, holds.amount as held, holds.expires_at,
      holds.expiry_is_estimate, holds.settlement_id, ${joinedColumns}
    from holds left join attempts as settlement on settlement.id = holds.settlement_id
    where holds.id ${amongIds(engine, ids)}`.execute(db);
  const payments = found.rows.map(toPayment);
  // A damaged hold must not hide the page of its payment (`paymentOf`).
  const readable = payments.filter((payment) => listedAttemptSchema.shape.payment.safeParse(payment).success);
  return new Map(readable.map((payment) => [payment.holdId, payment]));
}

const toPayment = (row: PaymentRow): PaymentState => ({
  holdId: row.hold_id,
  hold: recorded.holdState(row.hold_state),
  held: row.held,
  expiresAt: row.expires_at,
  expiryIsEstimate: row.expiry_is_estimate === 1,
  settlement: row.settlement_id === null || row.operation === null ? null : toSettlement(row.settlement_id, row),
});

function toSettlement(id: string, row: SettlementColumns): Settlement {
  const { amount, answered_amount: answeredAmount } = row;
  const counts = recorded.state(row.standing);
  const facts = { amount, answeredAmount, differences: toDifferences(row), state: recorded.state(row.state) };
  return {
    id,
    operation: recorded.operation(row),
    state: counts,
    startedAt: row.started_at,
    operatorName: row.operator_name,
    amount,
    answeredAmount,
    amountDoubt: amountDoubtOf(facts, counts),
    reference: row.cod_oper ?? row.auth_token ?? (row.resolved_reference === '' ? null : row.resolved_reference),
  };
}

/** Converts rows to attempts with the latest state of their payment. */
export async function listedAttempts(
  engine: Engine,
  db: Database,
  rows: readonly ListedRow[],
): Promise<readonly ListedAttempt[]> {
  const holdIds = rows.map(holdOf);
  const payments = await paymentsOf(engine, db, holdIds);
  const listed = rows.map((row, index) => {
    const attempt = toAttempt(row);
    const found = payments.get(holdIds[index] ?? null) ?? null;
    return { ...attempt, payment: paymentOf(row, attempt, found), refunds: null };
  });
  const charges = listed.map(chargeIn);
  const refunds = await refundsOf(
    engine,
    db,
    charges.filter((id) => id !== null),
  );
  return listed.map((attempt, index) => ({ ...attempt, refunds: refunds.get(charges[index] ?? '') ?? null }));
}

/** Returns the payment of an attempt. That of an approved authorization without its own hold can't be told: a row is damaged. */
function paymentOf(row: ListedRow, attempt: Attempt, found: PaymentState | null): PaymentState | null {
  const opensHold = operationFacts(attempt.operation).opens === 'hold';
  if (!opensHold || effectiveState(attempt) !== 'approved') return found;
  const held = heldAmount(attempt);
  const expiresAt = row.hold_days === null && found !== null ? found.expiresAt : holdEnd(row);
  if (found !== null && found.held === held && found.expiresAt === expiresAt) return found;
  const expiryIsEstimate = attempt.family !== 'form';
  return { holdId: attempt.id, hold: 'unlisted', held, expiresAt, expiryIsEstimate, settlement: null };
}

/** Reads an attempt with its whole payment; null for an id that is not in the ledger. */
export async function shownAttempt(engine: Engine, db: Database, attemptId: string): Promise<ShownAttempt | null> {
  const columns = [...listedColumns, 'raw_answer'] as const;
  const row = await db.selectFrom('attempts').select(columns).where('id', '=', attemptId).executeTakeFirst();
  const [listed] = await listedAttempts(engine, db, row === undefined ? [] : [row]);
  if (row === undefined || listed === undefined) return null;
  const timeline = await timelineOf(db, row);
  return { ...listed, ...toDetails(row), timeline, sent: await sentReceipts(db, timeline) };
}

/** Reads every attempt of the row's payment, oldest first: the first one, those on its hold, and the refunds of what they charged. */
async function timelineOf(db: Database, row: ListedRow): Promise<readonly Attempt[]> {
  const charge = row.charge_id ?? row.id;
  const first =
    row.hold_id ??
    sql<string>`coalesce((select hold_id from attempts as charge where charge.id = ${charge}), ${charge})`;
  const charges = db
    .selectFrom('attempts as charging')
    .select('charging.id')
    .where((eb) => eb.or([eb('charging.id', '=', first), eb('charging.hold_id', '=', first)]));
  // One list of ids, because PostgreSQL reads the whole table where one of two lists may hold the row.
  const refunds = db.selectFrom('attempts as taken').select('taken.id').where('taken.charge_id', 'in', charges);
  const rows = await db
    .selectFrom('attempts')
    .select(listedColumns)
    .where('id', 'in', charges.union(refunds))
    .orderBy('position')
    .execute();
  return rows.map(toAttempt);
}
