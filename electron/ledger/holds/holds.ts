/** The holds queue: its pages, by time left or in another order, and the sums at risk. */
import { compareNames } from '#shared/compare-names.ts';
import { oneHour } from '#shared/durations.ts';
import { sql } from 'kysely';
import {
  holdWarningHours,
  type HoldsPage,
  type HoldsQuery,
  type HoldTotals,
  type HoldOrder,
} from '#shared/ledger/holds.ts';
import { holdStatesThat, type HoldState } from '#shared/payments/hold-state.ts';
import { amongIds, holdsById } from '#electron/ledger/attempts/by-id.ts';
import type { Ledger } from '#electron/core/ports/ledger.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { pagesOf } from '#electron/ledger/engine/statements.ts';
import { soughtWords } from '#electron/ledger/rows/search-tokens.ts';
import type { HoldsTable } from '#electron/ledger/rows/tables.ts';

/** Condition of the index `holds_waiting`, word for word, so that both engines use it. */
const waitingStates = holdStatesThat(({ waits }) => waits).map((state) => `'${state}'`);
export const waiting = sql.raw<boolean>(`holds.state in (${waitingStates.join(', ')})`);

/** Most holds that a search considers. Beyond that the operator has to be more specific. */
const searchedHolds = 2_000;

/** The last hold of a page, by time; null for none. */
type Place = HoldsQuery['after'];

export function holdsPage(engine: Engine, ...asked: Parameters<Ledger['holds']>): Promise<HoldsPage> {
  const [query, now] = asked;
  return engine.read(async (db) => {
    const words = soughtWords(query.text);
    const ids = words.length === 0 ? null : await engine.search.holdIds(db, words, searchedHolds);
    const rows = ids?.length === 0 ? [] : await pageRows(engine, db, ids, asked);
    const page = rows.slice(0, query.limit).map(({ id }) => id);
    return {
      holds: await holdsById(engine, db, page),
      totals: await totals(db, query.environment, now),
      more: rows.length > query.limit,
    };
  });
}

/** Returns the instant until which a hold that runs out has this warning, UTC. */
const hoursAfter = (now: string, warning: keyof typeof holdWarningHours): string =>
  new Date(Date.parse(now) + holdWarningHours[warning] * oneHour).toISOString();

const among = (states: readonly HoldState[]) =>
  sql<boolean>`state in (${sql.join(states.map((state) => sql.lit(state)))})`;
const isOpen = among(['open']);
const isUnconfirmed = among(holdStatesThat(({ unknown }) => unknown));

async function pageRows(
  engine: Engine,
  db: Database,
  ids: readonly string[] | null,
  [{ show, part, environment, order = 'time', after, limit }, now, settledOf = null]: Parameters<Ledger['holds']>,
): Promise<readonly HoldsTable[]> {
  // Waiting holds by least time left, and all holds latest first, because most ran out long ago.
  const [direction, beyond] = show === 'waiting' ? (['asc', '>'] as const) : (['desc', '<'] as const);
  let select = db.selectFrom('holds').selectAll().orderBy('expires_at', direction).orderBy('id', direction);
  if (show === 'waiting') select = select.where(waiting);
  // Open holds that have run out are shown by their own part and a search alone.
  if (show === 'waiting' && part === null && ids === null) {
    select = select.where(sql<boolean>`(expires_at > ${now} or state <> 'open')`);
  }
  if (part !== null) {
    // The same bounds as those of the sums and of `timeIsUp`.
    select = select.where(part === 'unconfirmed' ? isUnconfirmed : isOpen);
    if (part === 'expired') select = select.where('expires_at', '<=', now);
    if (part === 'within24h' || part === 'within48h') {
      const until = hoursAfter(now, part === 'within24h' ? 'second' : 'first');
      select = select.where('expires_at', '>', now).where('expires_at', '<', until);
    }
  }
  if (settledOf !== null) {
    const own = sql`select 1 from attempts where attempts.id = holds.id and operator_name = ${settledOf}`;
    select = select.where(sql<boolean>`(${waiting} or exists (${own}))`);
  }
  if (environment !== null) select = select.where('environment', '=', environment);
  if (ids !== null) select = select.where(sql<boolean>`id ${amongIds(engine, ids)}`);
  const readAfter = (place: Place, most: number): Promise<readonly HoldsTable[]> =>
    select
      .$if(place !== null, (rest) =>
        rest.where(sql<boolean>`(expires_at, id) ${sql.raw(beyond)} (${place?.expiresAt}, ${place?.id})`),
      )
      .limit(most)
      .execute();
  return order === 'time'
    ? readAfter(after, limit + 1)
    : pageInOrder(engine, db, readAfter, order, { after, limit: limit + 1 });
}

/**
 * Sums of the queue. `expired` counts the open holds whose time is over, `open` the others, the warnings those that run out soon.
 * Each part is a range of the index of waiting holds, so that no hold is read for sums it is not in.
 */
async function totals(db: Database, environment: HoldsQuery['environment'], now: string): Promise<HoldTotals> {
  const [first, second] = [hoursAfter(now, 'first'), hoursAfter(now, 'second')];
  const signs = await currencySigns(db, environment);
  const part = (name: keyof HoldTotals, state = isOpen) => {
    const counted = db.selectFrom('holds').where(waiting).where(state);
    return (environment === null ? counted : counted.where('environment', '=', environment)).select([
      sql.lit(name).as('part'),
      sql<number>`cast(count(*) as bigint)`.as('count'),
      sql<number>`cast(coalesce(sum(amount), 0) as bigint)`.as('amount'),
    ]);
  };
  const rows = await part('expired')
    .where('expires_at', '<=', now)
    .unionAll(part('within24h').where('expires_at', '>', now).where('expires_at', '<', second))
    .unionAll(part('within48h').where('expires_at', '>=', second).where('expires_at', '<', first))
    .unionAll(part('open').where('expires_at', '>=', first))
    .unionAll(part('unconfirmed', isUnconfirmed))
    .execute();
  const sums = new Map(rows.map((row) => [row.part, row]));
  const sumOf = (...parts: readonly (keyof HoldTotals)[]): Sum => added(parts.flatMap((part) => sums.get(part) ?? []));
  return {
    open: sumOf('within24h', 'within48h', 'open'),
    within48h: sumOf('within24h', 'within48h'),
    within24h: sumOf('within24h'),
    expired: sumOf('expired'),
    unconfirmed: sumOf('unconfirmed'),
    currencySigns: signs,
  };
}

interface Sum {
  readonly count: number;
  readonly amount: number;
}

const added = (sums: readonly Sum[]): Sum => ({
  count: sums.reduce((total, { count }) => total + count, 0),
  amount: sums.reduce((total, { amount }) => total + amount, 0),
});

/**
 * Currency signs of the oldest and the newest counted hold of each merchant. Two attempts per merchant are read instead of
 * thousands, which also finds a merchant's change of sign, because ids are in the order of time.
 */
async function currencySigns(db: Database, environment: HoldsQuery['environment']) {
  const counted = environment === null ? sql`` : sql`and holds.environment = ${environment}`;
  const end = (which: 'min' | 'max') => sql`
    select (
      select ${sql.raw(which)}(id) from holds where ${waiting} and holds.merchant_id = merchants.merchant_id ${counted}
    ) from merchants`;
  const { rows } = await sql<{ readonly currency_sign: string }>`
    with recursive merchants (merchant_id) as (
      select min(merchant_id) from holds where ${waiting}
      union all
      select (select min(merchant_id) from holds where ${waiting} and holds.merchant_id > merchants.merchant_id)
      from merchants where merchants.merchant_id is not null
    )
    select distinct currency_sign from attempts where id in (${end('min')} union all ${end('max')}) order by currency_sign`.execute(
    db,
  );
  return rows.map((row) => row.currency_sign);
}

type Compare = (one: HoldsTable, other: HoldsTable) => number;

const leastTimeFirst: Compare = (one, other) =>
  compareTexts(one.expires_at, other.expires_at) || compareTexts(one.id, other.id);
const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

const largestFirst: Compare = (one, other) => other.amount - one.amount || leastTimeFirst(one, other);

/** Neither engine compares names as people do, nor both in one way. */
async function byCustomer(engine: Engine, db: Database, rows: readonly HoldsTable[]): Promise<Compare> {
  const ids = rows.map(({ id }) => id);
  const found = await db
    .selectFrom('attempts')
    .select(['id', 'first_name', 'last_name'])
    .where(sql<boolean>`id ${amongIds(engine, ids)}`)
    .execute();
  const names = new Map(found.map((row) => [row.id, `${row.first_name} ${row.last_name}`.trim()]));
  return (one, other) => compareNames(names.get(one.id) ?? '', names.get(other.id) ?? '') || leastTimeFirst(one, other);
}

/** Holds that are sorted in one go: some dozen milliseconds. */
const sortedAtOnce = 5_000;

/**
 * Returns the page after a hold, which may have left the queue meanwhile. No index has the names of customers, so every hold of the queue
 * is compared, a portion at a time, because names are sorted and SQLite works in this thread.
 * @param readAfter reads the queue by time
 */
async function pageInOrder(
  engine: Engine,
  db: Database,
  readAfter: (place: Place, most: number) => Promise<readonly HoldsTable[]>,
  order: Exclude<HoldOrder, 'time'>,
  { after, limit }: Pick<HoldsQuery, 'after' | 'limit'>,
): Promise<readonly HoldsTable[]> {
  const last =
    after === null ? null : await db.selectFrom('holds').selectAll().where('id', '=', after.id).executeTakeFirst();
  // Purged since, so that its place is not known. The purge has the queue read again.
  if (last === undefined) return [];
  let page: readonly HoldsTable[] = [];
  const portions = pagesOf<HoldsTable, Place>(
    null,
    ({ expires_at: expiresAt, id }) => ({ expiresAt, id }),
    (place) => readAfter(place, sortedAtOnce),
  );
  for await (const rows of portions) {
    const compared = [...page, ...rows];
    const compare =
      order === 'amount' ? largestFirst : await byCustomer(engine, db, last === null ? compared : [...compared, last]);
    page = compared
      .filter((row) => last === null || compare(last, row) < 0)
      .toSorted(compare)
      .slice(0, limit);
  }
  return page;
}
