/**
 * Counts and lists the attempts of whole days in the database. Each day is a scan along the primary key, bounded by its positions,
 * whatever the size of the ledger. Sums requested amounts, those in doubt apart.
 */
import { sql, type RawBuilder } from 'kysely';
import type { DayLists, DaysQuery, DayBounds, DayCell, HoldStanding } from '#electron/core/ports/day-figures.ts';
import { doubtColumn, toAttempt, shownStateColumn, isSound } from '#electron/ledger/rows/attempt-rows.ts';
import { attemptsById } from '#electron/ledger/attempts/by-id.ts';
import { isUnknown } from '#electron/ledger/attempts/resolutions.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { pagesOf } from '#electron/ledger/engine/statements.ts';
import { waiting } from '#electron/ledger/holds/holds.ts';
import { amountDoubtOf, effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import { mostListed, type ListedPayment } from '#shared/reports/figures.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { withoutEffect, type Family } from '#shared/payments/outcome.ts';
import type { LimitUse } from '#electron/core/ports/ledger.ts';
import { operationsThat } from '#shared/payments/operations.ts';
import { positionAt, slots } from '#electron/ledger/rows/position.ts';
import { setImmediate } from 'node:timers/promises';
import { recorded } from '#electron/ledger/rows/recorded-values.ts';
import { oneHour } from '#shared/durations.ts';
import { deedOf } from '#electron/ledger/events.ts';
import { paymentFields } from '#shared/payments/payment-fields.ts';

const hourOfPositions = slots * oneHour;

const count = sql<number>`cast(count(*) as bigint)`.as('count');
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

/** SQL for what has become of a hold. @param now UTC instant */
const holdStanding = (now: string) =>
  sql<HoldStanding | null>`case when holds.id is null then null when not ${waiting} then 'over'
    when holds.expires_at <= ${sql.lit(now)} then 'expired' else 'open' end`;

/** Days that one statement counts at a server: a second of its time where each has 14,000 payments. */
const countedAtOnce = 14;

/** Counts them by all that figures are told apart by. */
export async function dayCells(engine: Engine, query: DaysQuery): Promise<readonly DayCell[]> {
  const cells: DayCell[] = [];
  // SQLite works in this thread, so payments get a turn after each day.
  const atOnce = engine.kind === 'sqlite' ? 1 : countedAtOnce;
  for (let first = 0; first < query.days.length; first += atOnce) {
    const days = query.days.slice(first, first + atOnce);
    cells.push(...(await engine.read((db) => cellsOf(engine, db, query, days))));
    await setImmediate();
  }
  return cells;
}

/** @param days that follow each other */
async function cellsOf(
  engine: Engine,
  db: Database,
  query: DaysQuery,
  days: readonly DayBounds[],
): Promise<readonly DayCell[]> {
  const [day, last] = [days[0], days.at(-1)];
  if (day === undefined || last === undefined) return [];
  const all = { ...day, until: last.until };
  const damaged = engine.kind === 'sqlite' ? await damagedIn(db, query, all) : [];
  const isSingle = query.days.length === 1;
  const starts = days.map(({ from }) => sql.lit(positionAt(from)));
  const hour = sql<number>`cast((attempts.position - ${starts[0]}) / ${sql.lit(hourOfPositions)} as integer)`;
  const place = sql<number>`width_bucket(attempts.position, array[${sql.join(starts)}]::bigint[]) - 1`;
  const part = isSingle ? hour : engine.kind === 'sqlite' ? sql<number>`cast(0 as integer)` : place;
  const hold = holdStanding(query.now);
  const rows = await attemptsOf(db, query, all)
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
    day: (isSingle ? day : (days[row.part] ?? day)).day,
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

export function attemptsOf(db: Database, { environment, merchantId }: DaysQuery, { from, until }: DayBounds) {
  const day = db
    .selectFrom('attempts')
    .where('attempts.position', '>=', positionAt(from))
    .where('attempts.position', '<', positionAt(until))
    .where('attempts.environment', '=', environment);
  return merchantId === null ? day : day.where('attempts.merchant_id', '=', merchantId);
}

/** Rows that are checked in one go: SQLite reads 2,000 in 30 ms. */
const checkedAtOnce = 2_000;

/** Returns the positions of the day's damaged rows, which are in no figure. */
async function damagedIn(db: Database, query: DaysQuery, day: DayBounds): Promise<readonly number[]> {
  const positions: number[] = [];
  const rows = pagesOf<ListedRow, number>(
    Number.MIN_SAFE_INTEGER,
    ({ position }) => position,
    (after) =>
      attemptsOf(db, query, day)
        .select(listedColumns)
        .where('attempts.position', '>', after)
        .orderBy('attempts.position')
        .limit(checkedAtOnce)
        .execute(),
  );
  for await (const page of rows) positions.push(...page.filter((row) => !isSound(row)).map(({ position }) => position));
  return positions;
}

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

/** Lists payments without an answer, and the holds of any day that wait for their capture. Tells of removed payments. */
export const dayLists = (engine: Engine, query: DaysQuery): Promise<DayLists> =>
  engine.read(async (db) => {
    const [first, last] = [query.days[0], query.days.at(-1)];
    const period = first === undefined || last === undefined ? [] : [{ ...first, until: last.until }];
    // No index has them, and SQLite works in this thread, so payments get a turn after each week there.
    const weeks = query.days.flatMap((day, index) =>
      index % 7 === 0 ? [{ ...day, until: (query.days[index + 6] ?? last ?? day).until }] : [],
    );
    const those = async (condition: RawBuilder<boolean>, parts: readonly DayBounds[]): Promise<readonly Attempt[]> => {
      const rows: ListedRow[] = [];
      for (const part of parts) {
        const found = attemptsOf(db, query, part).select(listedColumns).where(condition).orderBy('position');
        rows.push(...(await found.limit(mostListed - rows.length).execute()));
        if (rows.length === mostListed) break;
        await setImmediate();
      }
      return rows.map(toAttempt);
    };
    const unconfirmed = await those(isUnknown, period);
    const unclear = await those(sql<boolean>`${doubtColumn} = 'amount'`, engine.kind === 'sqlite' ? weeks : period);
    const holds = await openHolds(db, query)
      .select(['holds.id', 'holds.expires_at', 'holds.amount'])
      // `open` comes after `expired` in the alphabet.
      .orderBy(holdStanding(query.now), 'desc')
      .orderBy('holds.expires_at')
      .orderBy('holds.id')
      .limit(mostListed)
      .execute();
    const ids = holds.map(({ id }) => id);
    const attempts = await attemptsById(engine, db, ids);
    return {
      purgedBefore: first === undefined ? null : await purgedBefore(db, first.from),
      unconfirmed: unconfirmed.map(listed),
      unclear: unclear.flatMap((attempt) => {
        const amountDoubt = amountDoubtOf(attempt, effectiveState(attempt));
        return amountDoubt === null ? [] : [{ ...listed(attempt), amountDoubt }];
      }),
      openHolds: holds.flatMap((hold) => {
        const attempt = attempts.get(hold.id);
        return attempt === undefined ? [] : [{ ...listed(attempt), amount: hold.amount, expiresAt: hold.expires_at }];
      }),
      waiting: await waitingSums(db, query),
    };
  });

/** Returns the latest instant before which payments were removed; null when none from then on were. */
async function purgedBefore(db: Database, from: string): Promise<string | null> {
  const events = db.selectFrom('ledger_events').select(['kind', 'facts']).where('kind', '=', 'purge-begun');
  const befores = (await events.execute()).map(deedOf).map((deed) => (deed.kind === 'purge-begun' ? deed.before : ''));
  return (
    befores
      .filter((before) => from < before)
      .toSorted()
      .at(-1) ?? null
  );
}

function openHolds(db: Database, { environment, merchantId }: DaysQuery) {
  const open = db
    .selectFrom('holds')
    .where(waiting)
    .where('holds.state', '=', 'open')
    .where('holds.environment', '=', environment);
  return merchantId === null ? open : open.where('holds.merchant_id', '=', merchantId);
}

async function waitingSums(db: Database, query: DaysQuery): Promise<DayLists['waiting']> {
  const hold = holdStanding(query.now);
  const rows = await openHolds(db, query)
    .innerJoin('attempts', 'attempts.id', 'holds.id')
    .select([
      'attempts.currency_sign',
      hold.as('hold'),
      count,
      sql<number>`cast(coalesce(sum(holds.amount), 0) as bigint)`.as('amount'),
    ])
    .groupBy(['attempts.currency_sign', hold])
    .execute();
  return rows.flatMap((row) =>
    row.hold === 'open' || row.hold === 'expired'
      ? [{ currencySign: row.currency_sign, hold: row.hold, count: row.count, amount: row.amount }]
      : [],
  );
}

const listed = (attempt: Attempt): ListedPayment => ({
  id: attempt.id,
  startedAt: attempt.startedAt,
  operation: attempt.operation,
  amount: attempt.amount,
  currencySign: attempt.currencySign,
  operatorName: attempt.operatorName,
  brand: attempt.card?.brand ?? null,
  lastFour: attempt.card?.lastFour ?? null,
  customer: `${attempt.firstName} ${attempt.lastName}`.trim(),
});
