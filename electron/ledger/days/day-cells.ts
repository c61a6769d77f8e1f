/**
 * Counts the attempts of whole days in the database. Each day is a scan along the primary key, bounded by its positions,
 * whatever the size of the ledger. Sums requested amounts, those in doubt apart.
 */
import { sql } from 'kysely';
import type { DaysQuery, DayBounds, DayCell, HoldStanding } from '#electron/core/ports/day-figures.ts';
import { doubtColumn, shownStateColumn, isSound } from '#electron/ledger/rows/attempt-rows.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { pagesOf } from '#electron/ledger/engine/statements.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { withoutEffect, type Family } from '#shared/payments/outcome.ts';
import type { LimitUse } from '#electron/core/ports/ledger.ts';
import { operationsThat } from '#shared/payments/operations.ts';
import { positionAt, slots } from '#electron/ledger/rows/position.ts';
import { setImmediate } from 'node:timers/promises';
import { recorded } from '#electron/ledger/rows/recorded-values.ts';
import { oneHour } from '#shared/durations.ts';
import { paymentFields } from '#shared/payments/payment-fields.ts';

const hourOfPositions = slots * oneHour;

export const count = sql<number>`cast(count(*) as bigint)`.as('count');
/** Requested amounts in minor units; 0 for no attempts. */
const requestedSum = sql<number>`cast(coalesce(sum(attempts.amount), 0) as bigint)`;

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

/** Columns by which attempts are told apart. The hour or the day, the state and the hold are computed beside them. */
const groupColumns = [
  'attempts.operation',
  'attempts.family',
  'attempts.environment',
  'attempts.brand',
  'attempts.operator_name',
  'attempts.currency_sign',
] as const;

/** SQL for what has become of a hold, by the bounds of the queue. @param now UTC instant */
export const holdStanding = (now: string) =>
  sql<HoldStanding | null>`case when holds.id is null then null when holds.state <> 'open' then 'over'
    when holds.expires_at <= ${sql.lit(now)} then 'expired' else 'open' end`;

/** Days that one statement counts at a server: a second of its time where each has 14,000 payments. */
const countedAtOnce = 14;
/** Rows that SQLite checks and counts in one go: 1,000 in 20 ms. */
const checkedAtOnce = 1_000;

/** Counts them by all that figures are told apart by, in parts. */
export async function dayCells(engine: Engine, query: DaysQuery): Promise<readonly DayCell[]> {
  const cells: DayCell[] = [];
  for await (const part of engine.kind === 'sqlite' ? soundParts(engine, query) : partsOf(query)) {
    cells.push(...(await engine.read((db) => cellsOf(db, query, part))));
    // SQLite works in this thread, so payments get a turn after each part.
    await setImmediate();
  }
  return cells;
}

interface Part {
  /** One day, or several that follow each other. */
  readonly days: readonly DayBounds[];
  /** Positions. */
  readonly from: number;
  readonly until: number;
  /** Positions of damaged rows, which are in no figure. */
  readonly damaged: readonly number[];
}

function* partsOf({ days }: DaysQuery): Generator<Part> {
  for (let first = 0; first < days.length; first += countedAtOnce) {
    const some = days.slice(first, first + countedAtOnce);
    const [day, last] = [some[0], some.at(-1)];
    if (day === undefined || last === undefined) return;
    yield { days: some, from: positionAt(day.from), until: positionAt(last.until), damaged: [] };
  }
}

/** Yields the rows of each day after looking at their checksums. */
async function* soundParts(engine: Engine, query: DaysQuery): AsyncGenerator<Part> {
  for (const day of query.days) {
    const rows = (after: number) =>
      engine.read((db) =>
        attemptsBetween(db, query, after + 1, positionAt(day.until))
          .select(listedColumns)
          .orderBy('attempts.position')
          .limit(checkedAtOnce)
          .execute(),
      );
    for await (const page of pagesOf<ListedRow, number>(positionAt(day.from) - 1, ({ position }) => position, rows)) {
      const [from = 0, last = 0] = [page[0]?.position, page.at(-1)?.position];
      const damaged = page.filter((row) => !isSound(row)).map(({ position }) => position);
      yield { days: [day], from, until: last + 1, damaged };
    }
  }
}

async function cellsOf(
  db: Database,
  query: DaysQuery,
  { days, from, until, damaged }: Part,
): Promise<readonly DayCell[]> {
  const isSingle = query.days.length === 1;
  const starts = days.map((day) => sql.lit(positionAt(day.from)));
  const hour = sql<number>`cast((attempts.position - ${starts[0]}) / ${sql.lit(hourOfPositions)} as integer)`;
  const place = sql<number>`width_bucket(attempts.position, array[${sql.join(starts)}]::bigint[]) - 1`;
  const part = isSingle ? hour : days.length === 1 ? sql<number>`cast(0 as integer)` : place;
  const hold = holdStanding(query.now);
  const rows = await attemptsBetween(db, query, from, until)
    .$if(damaged.length > 0, (all) => all.where('attempts.position', 'not in', damaged))
    .leftJoin('holds', 'holds.id', 'attempts.id')
    .leftJoin('attempts as authorizations', 'authorizations.id', 'attempts.hold_id')
    .select([
      ...groupColumns,
      part.as('part'),
      shownStateColumn.as('shown'),
      doubtColumn.as('doubt'),
      hold.as('hold'),
      count,
      requestedSum.as('amount'),
      tax,
      withheld,
    ])
    .groupBy([...groupColumns, part, shownStateColumn, doubtColumn, hold])
    .execute();
  return rows.map((row) => ({
    day: days[isSingle ? 0 : row.part]?.day ?? '',
    hour: isSingle ? row.part : 0,
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

/** @param from position @param until position, which is not in it */
function attemptsBetween(db: Database, { environment, merchantId }: DaysQuery, from: number, until: number) {
  const all = db
    .selectFrom('attempts')
    .where('attempts.position', '>=', from)
    .where('attempts.position', '<', until)
    .where('attempts.environment', '=', environment);
  return merchantId === null ? all : all.where('attempts.merchant_id', '=', merchantId);
}

export const attemptsOf = (db: Database, query: DaysQuery, { from, until }: DayBounds) =>
  attemptsBetween(db, query, positionAt(from), positionAt(until));

/** Sales, authorizations and charges of an earlier card. A capture takes what its authorization has counted already. */
const counted = operationsThat(({ guarded }) => guarded);

/**
 * Sums what an operator has used of a day's limit.
 * @returns minor units: approved, sending and unknown attempts, each by its requested amount
 */
export const usedOfLimit = (engine: Engine, use: LimitUse): Promise<number> =>
  engine.decide(async (db) => {
    const sum = await db
      .selectFrom('attempts')
      .select(requestedSum.as('used'))
      // One day along the primary key, which needs no index of its own.
      .where('position', '>=', positionAt(use.from))
      .where('position', '<', positionAt(use.until))
      .where('operator_name', '=', use.operatorName)
      .where('environment', '=', use.environment)
      .where('currency_sign', '=', use.currencySign)
      .where('operation', 'in', counted)
      // States of a newer version count, because money may have moved.
      .where('standing', 'not in', withoutEffect)
      .executeTakeFirst();
    return sum?.used ?? 0;
  });
