/** The holds queue: its pages, by time left or in another order, and the sums at risk. */
import { oneHour } from '#shared/durations.ts';
import { sql } from 'kysely';
import { holdWarningHours, type HoldsPage, type HoldsQuery, type HoldTotals } from '#shared/ledger/holds.ts';
import { holdStatesThat, type HoldState } from '#shared/payments/hold-state.ts';
import { amongIds } from '#electron/ledger/attempts/attempts-by-id.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { prepared, preparedFor } from '#electron/ledger/engine/prepared.ts';
import { withAttempts } from '#electron/ledger/attempts/holds-by-id.ts';
import { pageInOrder } from './hold-order.ts';
import { soughtWords } from '#electron/ledger/rows/search-tokens.ts';
import type { HoldsTable } from '#electron/ledger/rows/tables.ts';

/** Condition of the index `holds_waiting`, word for word, so that both engines use it. */
const waitingStates = holdStatesThat(({ waits }) => waits).map((state) => `'${state}'`);
export const waiting = sql.raw<boolean>(`holds.state in (${waitingStates.join(', ')})`);

/** Most holds that a search considers. Beyond that the operator has to be more specific. */
const searchedHolds = 2_000;

export function holdsPage(engine: Engine, query: HoldsQuery, now: string): Promise<HoldsPage> {
  return engine.read(async (db) => {
    const words = soughtWords(query.text);
    const ids = words.length === 0 ? null : await engine.search.holdIds(engine, db, words, searchedHolds);
    const rows = ids?.length === 0 ? [] : await pageRows(engine, db, query, ids, now);
    return {
      holds: await withAttempts(engine, db, rows.slice(0, query.limit)),
      totals: await totals(engine, db, query.environment, now),
      more: rows.length > query.limit,
    };
  });
}

/** Returns the instant until which a hold that runs out has this warning, UTC. */
const hoursAfter = (now: string, warning: keyof typeof holdWarningHours): string =>
  new Date(Date.parse(now) + holdWarningHours[warning] * oneHour).toISOString();

/** Conditions of a page. Each combination is compiled once. */
interface Parts {
  readonly show: HoldsQuery['show'];
  readonly part: HoldsQuery['part'];
  readonly ofEnvironment: boolean;
  readonly ofIds: boolean;
  /** Leaves out open holds that have run out, which only their own part and a search show. */
  readonly current: boolean;
  readonly after: boolean;
}

/** Sorts waiting holds by least time left, and all holds latest first, because most ran out long ago. */
const among = (states: readonly HoldState[]) =>
  sql<boolean>`state in (${sql.join(states.map((state) => sql.lit(state)))})`;
const isOpen = among(['open']);
const isUnconfirmed = among(holdStatesThat(({ unknown }) => unknown));

const pageWith = ({ show, part, ofEnvironment, ofIds, current, after }: Parts) =>
  prepared<HoldsTable>((db, param, engine) => {
    const order = show === 'waiting' ? 'asc' : 'desc';
    let select = db
      .selectFrom('holds')
      .selectAll()
      .orderBy('expires_at', order)
      .orderBy('id', order)
      .limit(param('limit'));
    if (show === 'waiting') select = select.where(waiting);
    if (current) select = select.where(sql<boolean>`(expires_at >= ${param('now')} or state <> 'open')`);
    if (part !== null) {
      // The same bounds as those of the sums.
      select = select.where(part === 'unconfirmed' ? isUnconfirmed : isOpen);
      if (part === 'expired') select = select.where('expires_at', '<', param('now'));
      if (part === 'within24h' || part === 'within48h') {
        select = select.where('expires_at', '>=', param('now')).where('expires_at', '<', param(part));
      }
    }
    if (ofEnvironment) select = select.where('environment', '=', param('environment'));
    if (ofIds) select = select.where(sql<boolean>`id ${amongIds(engine, param)}`);
    if (after) {
      const beyond = sql.raw(order === 'asc' ? '>' : '<');
      select = select.where(sql<boolean>`(expires_at, id) ${beyond} (${param('expiresAt')}, ${param('id')})`);
    }
    return select;
  });

const pageOf = preparedFor(pageWith);

async function pageRows(
  engine: Engine,
  db: Database,
  { show, part, environment, order = 'time', after, limit }: HoldsQuery,
  ids: readonly string[] | null,
  now: string,
): Promise<readonly HoldsTable[]> {
  const parts = {
    show,
    part,
    ofEnvironment: environment !== null,
    ofIds: ids !== null,
    current: show === 'waiting' && part === null && ids === null,
    after: after !== null,
  };
  const bounds = { now, within24h: hoursAfter(now, 'second'), within48h: hoursAfter(now, 'first') };
  const params = { environment, ids: JSON.stringify(ids), ...bounds };
  if (order === 'time') return (await pageOf(parts)(engine, db, { ...params, ...after, limit: limit + 1 })).rows;
  const all = await pageOf({ ...parts, after: false })(engine, db, { ...params, limit: Number.MAX_SAFE_INTEGER });
  return pageInOrder(engine, db, all.rows, order, { after, limit: limit + 1 });
}

/**
 * Sums of the queue. `expired` counts the open holds whose time is over, `open` the others, the warnings those that run out soon.
 * Each part is a range of the index of waiting holds, so that no hold is read for sums it is not in.
 */
async function totals(
  engine: Engine,
  db: Database,
  environment: HoldsQuery['environment'],
  now: string,
): Promise<HoldTotals> {
  const [first, second] = [hoursAfter(now, 'first'), hoursAfter(now, 'second')];
  const scope = environment === null ? 'all' : 'environment';
  const signs = await signsOf[scope](engine, db, { environment });
  const { rows } = await sumsOf[scope](engine, db, { environment, now, first, second });
  const sums = new Map(rows.map(({ part, count, amount }) => [part, { count, amount }]));
  const sumOf = (...parts: readonly (keyof HoldTotals)[]): Sum => added(parts.flatMap((part) => sums.get(part) ?? []));
  return {
    open: sumOf('within24h', 'within48h', 'open'),
    within48h: sumOf('within24h', 'within48h'),
    within24h: sumOf('within24h'),
    expired: sumOf('expired'),
    unconfirmed: sumOf('unconfirmed'),
    currencySigns: signs.rows.map((row) => row.currency_sign),
  };
}

interface SumRow extends Sum {
  readonly part: keyof HoldTotals;
}

const sumsIn = (ofEnvironment: boolean) =>
  prepared<SumRow>((db, param) => {
    const part = (name: keyof HoldTotals, state = isOpen) => {
      const counted = db.selectFrom('holds').where(waiting).where(state);
      return (ofEnvironment ? counted.where('environment', '=', param('environment')) : counted).select([
        sql.lit(name).as('part'),
        sql<number>`cast(count(*) as bigint)`.as('count'),
        sql<number>`cast(coalesce(sum(amount), 0) as bigint)`.as('amount'),
      ]);
    };
    const [now, second, first] = [param('now'), param('second'), param('first')];
    return part('expired')
      .where('expires_at', '<', now)
      .unionAll(part('within24h').where('expires_at', '>=', now).where('expires_at', '<', second))
      .unionAll(part('within48h').where('expires_at', '>=', second).where('expires_at', '<', first))
      .unionAll(part('open').where('expires_at', '>=', first))
      .unionAll(part('unconfirmed', isUnconfirmed));
  });
const sumsOf = { all: sumsIn(false), environment: sumsIn(true) } as const;

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
const signsIn = (ofEnvironment: boolean) =>
  prepared<{ readonly currency_sign: string }>((db, param) => {
    const counted = ofEnvironment ? sql`and holds.environment = ${param('environment')}` : sql``;
    const end = (which: 'min' | 'max') => sql`
      select (
        select ${sql.raw(which)}(id) from holds where ${waiting} and holds.profile_id = merchants.profile_id ${counted}
      ) from merchants`;
    const signs = sql<{ currency_sign: string }>`
      with recursive merchants (profile_id) as (
        select min(profile_id) from holds where ${waiting}
        union all
        select (select min(profile_id) from holds where ${waiting} and holds.profile_id > merchants.profile_id)
        from merchants where merchants.profile_id is not null
      )
      select distinct currency_sign from attempts where id in (${end('min')} union all ${end('max')}) order by currency_sign`;
    return { compile: () => signs.compile(db) };
  });
const signsOf = { all: signsIn(false), environment: signsIn(true) } as const;
