/** Figures of a day, computed in the database from answered amounts instead of requested ones. */
import { oneMinute } from '#shared/durations.ts';
import { sql } from 'kysely';
import { dayStates, type DayClose, type DayCloseQuery } from '#shared/ledger/history.ts';
import { listedColumns, shownStateColumn, toAttempt } from './attempt-rows.ts';
import type { Database, Engine } from '#electron/ledger/engine.ts';
import type { AttemptsTable } from '#electron/ledger/tables.ts';
import { waiting } from '#electron/ledger/holds/holds.ts';
import { brandSchema } from '#shared/payments/card.ts';
import { operationFacts, operationsThat, type Operation, type OperationFacts } from '#shared/payments/operations.ts';
import { positionAt, slots } from './position.ts';
import { isSound } from '#electron/ledger/damage/damaged-rows.ts';
import { recorded } from './recorded-values.ts';
import { isUnknown } from './resolutions.ts';

const countedIn = (sum: OperationFacts['countsIn']) => operationsThat(({ countsIn }) => countsIn === sum);
/** Operations of each sum of the day. */
const sums = {
  charged: countedIn('charged'),
  held: countedIn('held'),
  nothing: [],
} as const satisfies Readonly<Record<OperationFacts['countsIn'], readonly Operation[]>>;

const minuteOfPosition = slots * oneMinute;

const count = sql<number>`cast(count(*) as bigint)`.as('count');
// An approval without an amount, or with 0.0, approves the requested amount.
const amount = sql<number>`cast(coalesce(sum(coalesce(nullif(answered_amount, 0), amount)), 0) as bigint)`.as('amount');

const heldSum = sql<number>`cast(coalesce(sum(amount), 0) as bigint)`.as('amount');

export function dayClose(engine: Engine, query: DayCloseQuery): Promise<DayClose> {
  return engine.read(async (db) => {
    const damaged = engine.kind === 'sqlite' ? await damagedIn(db, query) : [];
    const day = () => {
      const all = inDay(db, query);
      return damaged.length === 0 ? all : all.where('position', 'not in', damaged);
    };
    const charged = () => day().where('standing', '=', 'approved').where('operation', 'in', sums.charged);
    const held = () => day().where('standing', '=', 'approved').where('operation', 'in', sums.held);
    const hour = sql<number>`cast((position / ${sql.raw(String(minuteOfPosition))} + ${sql.raw(String(query.offsetMinutes))}) / 60 % 24 as integer)`;
    const unknowns = await day().select(listedColumns).where(isUnknown).orderBy('position').execute();
    return {
      charged: await charged().select([count, amount]).executeTakeFirstOrThrow(),
      held: await held().select([count, amount]).executeTakeFirstOrThrow(),
      stillHeld: await held()
        .where(({ exists, selectFrom }) =>
          exists(selectFrom('holds').select('holds.id').whereRef('holds.id', '=', 'attempts.id').where(waiting)),
        )
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
        .where('brand', 'in', brandSchema.options)
        .select((eb) => [eb.ref('brand').$notNull().as('key'), count, amount])
        .groupBy('brand')
        .orderBy('brand')
        .execute(),
      byState: byDayState(
        await day()
          .select([shownStateColumn.as('standing'), 'operation', count, amount])
          .groupBy([shownStateColumn, 'operation'])
          .execute(),
        query.environment,
      ),
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

/** Returns the positions of the day's damaged rows, which are in no figure. SQLite reads a day of 2,000 in 30 ms. */
async function damagedIn(db: Database, query: DayCloseQuery): Promise<readonly number[]> {
  const rows = await inDay(db, query).select(listedColumns).execute();
  return rows.filter((row) => !isSound(row)).map((row) => row.position);
}

interface StateRow extends Pick<AttemptsTable, 'standing' | 'operation'> {
  readonly count: number;
  readonly amount: number;
}

/** Groups the day by effect on the money. States that only a newer version of the program knows count as unknown. */
function byDayState(rows: readonly StateRow[], environment: DayCloseQuery['environment']): DayClose['byState'] {
  const keyed = rows.map(({ standing, operation, ...figure }) => {
    const state = recorded.state(standing);
    const known = recorded.operation({ operation, family: 'json', environment });
    return { key: state === 'approved' ? operationFacts(known).result : state, ...figure };
  });
  return dayStates.flatMap((key) => {
    const group = keyed.filter((row) => row.key === key);
    const sum = (of: 'count' | 'amount') => group.reduce((total, row) => total + row[of], 0);
    return group.length === 0 ? [] : [{ key, count: sum('count'), amount: sum('amount') }];
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
    .where(waiting)
    .where('state', '=', 'open')
    .where('environment', '=', query.environment);
  return query.merchantId === null ? open : open.where('profile_id', '=', query.merchantId);
}

/** Currency signs of all that is summed: the day's attempts, and waiting holds of any day. */
async function currencySigns(db: Database, query: DayCloseQuery): Promise<readonly string[]> {
  const signs = await inDay(db, query)
    .select('currency_sign')
    .union(db.selectFrom('attempts').select('currency_sign').where('id', 'in', openHolds(db, query).select('id')))
    .execute();
  return signs.map((sign) => sign.currency_sign).sort();
}
