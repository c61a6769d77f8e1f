/** The figures of a day, computed in the database. What was answered counts, not what was asked. */
import { oneMinute } from '#shared/durations.ts';
import { sql } from 'kysely';
import type { DayClose, DayCloseQuery } from '#shared/ledger/history.ts';
import { listedColumns, toAttempt } from './attempt-rows.ts';
import type { Database, Engine } from '#electron/ledger/engine.ts';
import { positionAt, slots } from './position.ts';

const minuteOfPosition = slots * oneMinute;

const count = sql<number>`cast(count(*) as bigint)`.as('count');
// A service that approves without naming an amount, or names 0.0, approved what was asked.
const amount = sql<number>`cast(coalesce(sum(coalesce(nullif(answered_amount, 0), amount)), 0) as bigint)`.as('amount');

const heldSum = sql<number>`cast(coalesce(sum(amount), 0) as bigint)`.as('amount');

export function dayClose(engine: Engine, query: DayCloseQuery): Promise<DayClose> {
  return engine.read(async (db) => {
    const day = () => inDay(db, query);
    const charged = () => day().where('standing', '=', 'approved').where('operation', 'in', ['sell', 'capture']);
    const hour = sql<number>`cast((position / ${sql.raw(String(minuteOfPosition))} + ${sql.raw(String(query.offsetMinutes))}) / 60 % 24 as integer)`;
    const unknowns = await day().select(listedColumns).where('standing', '=', 'unknown').orderBy('position').execute();
    return {
      charged: await charged().select([count, amount]).executeTakeFirstOrThrow(),
      held: await day()
        .where('standing', '=', 'approved')
        .where('operation', '=', 'authorize')
        .select([count, amount])
        .executeTakeFirstOrThrow(),
      byOperation: await day()
        .where('standing', '=', 'approved')
        .select(['operation as key', count, amount])
        .groupBy('operation')
        .orderBy('operation')
        .execute(),
      byOperator: await charged()
        .select(['operator_name as key', count, amount])
        .groupBy('operator_name')
        .orderBy('operator_name')
        .execute(),
      byBrand: await charged()
        .where('brand', 'is not', null)
        .select((eb) => [eb.ref('brand').$notNull().as('key'), count, amount])
        .groupBy('brand')
        .orderBy('brand')
        .execute(),
      byState: await day().select(['standing as key', count, amount]).groupBy('standing').orderBy('standing').execute(),
      byHour: await charged()
        .select([hour.as('hour'), count, amount])
        .groupBy('hour')
        .orderBy('hour')
        .execute(),
      unknowns: unknowns.map(toAttempt),
      openHolds: await openHolds(db, query).select([count, heldSum]).executeTakeFirstOrThrow(),
      currencySigns: await currencySigns(db, query),
    };
  });
}

function inDay(db: Database, query: DayCloseQuery) {
  const day = db
    .selectFrom('attempts')
    .where('position', '>=', positionAt(query.from))
    .where('position', '<', positionAt(query.until))
    .where('environment', '=', query.environment);
  return query.merchantId === null ? day : day.where('profile_id', '=', query.merchantId);
}

function openHolds(db: Database, query: DayCloseQuery) {
  const open = db
    .selectFrom('holds')
    .where(sql.raw<boolean>(`state in ('open', 'capturing', 'capture-unknown')`))
    .where('state', '=', 'open')
    .where('environment', '=', query.environment);
  return query.merchantId === null ? open : open.where('profile_id', '=', query.merchantId);
}

/** The signs of what is summed: the attempts of the day, and the holds that wait whenever they were made. */
async function currencySigns(db: Database, query: DayCloseQuery): Promise<readonly string[]> {
  const signs = await inDay(db, query)
    .select('currency_sign')
    .union(db.selectFrom('attempts').select('currency_sign').where('id', 'in', openHolds(db, query).select('id')))
    .execute();
  return signs.map((sign) => sign.currency_sign).sort();
}
