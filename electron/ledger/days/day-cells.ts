/**
 * Counts the attempts of whole days in the database, by all that figures are told apart by. Each day is one scan along the
 * primary key, bounded by its positions, whatever the size of the ledger. Sums requested amounts, those in doubt apart.
 */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { DayBounds, DayCell, DaysQuery, HoldStanding } from '#electron/core/ports/day-figures.ts';
import { doubtColumn, requestedSum } from '#electron/ledger/rows/doubt-columns.ts';
import { positionAt, slots } from '#electron/ledger/rows/position.ts';
import { recorded } from '#electron/ledger/rows/recorded-values.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { waiting } from '#electron/ledger/holds/holds.ts';
import { oneHour } from '#shared/durations.ts';
import type { Family } from '#shared/payments/outcome.ts';
import { paymentFields } from '#shared/payments/payment-fields.ts';
import { listedColumns } from '#electron/ledger/rows/attempt-columns.ts';
import { shownStateColumn, isSound } from '#electron/ledger/rows/attempt-rows.ts';

const hourOfPositions = slots * oneHour;

export const count = sql<number>`cast(count(*) as bigint)`.as('count');
const amount = requestedSum.as('amount');

/**
 * The tax that was told for an attempt, in minor units. A capture tells none, so its money has the tax of its authorization, in
 * full for a smaller capture too: the service was told no other.
 */
const toldTax = sql`coalesce(attempts.tax_amount, authorizations.tax_amount, 0)`;
const tax = sql<number>`cast(coalesce(sum(${toldTax}), 0) as bigint)`.as('tax');
/** Half of each tax, half-up to the cent, as `withheldOf` computes it. */
const withheld = sql<number>`cast(coalesce(sum((${toldTax} + 1) / 2), 0) as bigint)`.as('withheld');
/** Family B has no field for the tax, so nothing of it is withheld there. */
const isTaxSent = (family: Family): boolean => paymentFields.taxAmount.wire[family] !== 'not sent';

/** Columns by which attempts are told apart. The hour, the state and the hold are computed beside them. */
const groupColumns = [
  'attempts.operation',
  'attempts.family',
  'attempts.environment',
  'attempts.brand',
  'attempts.operator_name',
  'attempts.currency_sign',
] as const;

/** SQL for what has become of a hold. @param now UTC instant */
export const holdStanding = (now: string) =>
  sql<HoldStanding | null>`case when holds.id is null then null when not ${waiting} then 'over'
    when holds.expires_at <= ${sql.lit(now)} then 'expired' else 'open' end`;

export async function dayCells(engine: Engine, query: DaysQuery): Promise<readonly DayCell[]> {
  const cells: DayCell[] = [];
  for (const day of query.days) {
    cells.push(...(await engine.read((db) => cellsOf(engine, db, query, day))));
    // SQLite works in this thread, so payments get a turn after each day.
    await setImmediate();
  }
  return cells;
}

async function cellsOf(engine: Engine, db: Database, query: DaysQuery, day: DayBounds): Promise<readonly DayCell[]> {
  const damaged = engine.kind === 'sqlite' ? await damagedIn(db, query, day) : [];
  const hour = sql<number>`cast((attempts.position - ${sql.lit(positionAt(day.from))}) / ${sql.lit(hourOfPositions)} as integer)`;
  const hold = holdStanding(query.now);
  const rows = await attemptsOf(db, query, day)
    .$if(damaged.length > 0, (all) => all.where('attempts.position', 'not in', damaged))
    .leftJoin('holds', 'holds.id', 'attempts.id')
    .leftJoin('attempts as authorizations', 'authorizations.id', 'attempts.hold_id')
    .select([
      ...groupColumns,
      hour.as('hour'),
      shownStateColumn.as('shown'),
      doubtColumn.as('doubt'),
      hold.as('hold'),
      count,
      amount,
      tax,
      withheld,
    ])
    .groupBy([...groupColumns, hour, shownStateColumn, doubtColumn, hold])
    .execute();
  return rows.map((row) => ({
    day: day.day,
    hour: row.hour,
    operation: recorded.operation(row),
    state: recorded.state(row.shown),
    brand: recorded.brand(row.brand),
    operatorName: row.operator_name,
    currencySign: row.currency_sign,
    hold: row.hold,
    doubt: row.doubt,
    count: row.count,
    amount: row.amount,
    tax: row.tax,
    withheld: isTaxSent(recorded.family(row.family)) ? row.withheld : 0,
  }));
}

export function attemptsOf(db: Database, { environment, merchantId }: DaysQuery, { from, until }: DayBounds) {
  const day = db
    .selectFrom('attempts')
    .where('attempts.position', '>=', positionAt(from))
    .where('attempts.position', '<', positionAt(until))
    .where('attempts.environment', '=', environment);
  return merchantId === null ? day : day.where('attempts.merchant_id', '=', merchantId);
}

/** Returns the positions of the day's damaged rows, which are in no figure. SQLite reads a day of 2,000 in 30 ms. */
async function damagedIn(db: Database, query: DaysQuery, day: DayBounds): Promise<readonly number[]> {
  const rows = await attemptsOf(db, query, day).select(listedColumns).execute();
  return rows.filter((row) => !isSound(row)).map((row) => row.position);
}
