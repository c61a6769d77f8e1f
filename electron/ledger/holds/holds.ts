/** The holds queue: pages sorted by time left, and the sums at risk. */
import { oneHour } from '#shared/durations.ts';
import { sql } from 'kysely';
import { instantSchema } from '#shared/identifiers.ts';
import {
  heldAmount,
  holdWarningHours,
  type Hold,
  type HoldsPage,
  type HoldsQuery,
  type HoldTotals,
} from '#shared/ledger/holds.ts';
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import { holdStatesThat, type RecordedHoldState } from '#shared/ledger/hold-state.ts';
import { attemptsById } from '#electron/ledger/attempts/attempts-by-id.ts';
import { damagedAttempt, isDamaged } from '#electron/ledger/damage/damaged-rows.ts';
import { positionAt } from '#electron/ledger/attempts/position.ts';
import { recorded } from '#electron/ledger/attempts/recorded-values.ts';
import type { Database, Engine } from '#electron/ledger/engine.ts';
import type { HoldsTable } from '#electron/ledger/tables.ts';
import { soughtWords } from '#electron/ledger/search/search-tokens.ts';

/** Condition of the index `holds_waiting`, word for word, so that both engines use it. */
const waitingStates = holdStatesThat(({ waits }) => waits).map((state) => `'${state}'`);
export const waiting = sql.raw<boolean>(`holds.state in (${waitingStates.join(', ')})`);

/** Most holds that a search considers. Beyond that the operator has to be more specific. */
const searchedHolds = 2_000;

/** Reads the holds of these ids, in the order of the ids. Ids without a hold are left out. */
export async function holdsById(db: Database, ids: readonly string[]): Promise<readonly Hold[]> {
  const rows = ids.length === 0 ? [] : await db.selectFrom('holds').selectAll().where('id', 'in', ids).execute();
  const found = new Map((await withAttempts(db, rows)).map((hold) => [hold.id, hold]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

export async function holdById(db: Database, id: string): Promise<Hold | null> {
  const row = await db.selectFrom('holds').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  const [hold] = await withAttempts(db, [row]);
  return hold ?? null;
}

export function holdsPage(engine: Engine, query: HoldsQuery, now: string): Promise<HoldsPage> {
  return engine.read(async (db) => {
    const words = soughtWords(query.text);
    const ids = words.length === 0 ? null : await engine.search.holdIds(engine, db, words, searchedHolds);
    const rows = ids !== null && ids.length === 0 ? [] : await pageRows(db, query, ids);
    return {
      holds: await withAttempts(db, rows.slice(0, query.limit)),
      totals: await totals(db, query.environment, now),
      more: rows.length > query.limit,
    };
  });
}

/** Sorts waiting holds by least time left, and all holds latest first, because most ran out long ago. */
function pageRows(db: Database, query: HoldsQuery, ids: readonly string[] | null): Promise<HoldsTable[]> {
  const order = query.show === 'waiting' ? 'asc' : 'desc';
  let select = db
    .selectFrom('holds')
    .selectAll()
    .orderBy('expires_at', order)
    .orderBy('id', order)
    .limit(query.limit + 1);
  if (query.show === 'waiting') select = select.where(waiting);
  if (query.environment !== null) select = select.where('environment', '=', query.environment);
  if (ids !== null) select = select.where('id', 'in', ids);
  if (query.after !== null) {
    const { expiresAt, id } = query.after;
    const beyond = sql.raw(order === 'asc' ? '>' : '<');
    select = select.where(sql<boolean>`(expires_at, id) ${beyond} (${expiresAt}, ${id})`);
  }
  return select.execute();
}

async function withAttempts(db: Database, rows: readonly HoldsTable[]): Promise<readonly Hold[]> {
  const ids = rows.flatMap((row) => (row.capture_id === null ? [row.id] : [row.id, row.capture_id]));
  const attempts = await attemptsById(db, ids);
  return rows.map((row): Hold => {
    const authorization = attempts.get(row.id) ?? withoutAuthorization(row);
    return {
      id: authorization.id,
      state: stateOf(row, authorization),
      authorization,
      expiresAt: instantSchema.safeParse(row.expires_at).success ? row.expires_at : authorization.startedAt,
      expiryIsEstimate: row.expiry_is_estimate === 1,
      capture: row.capture_id === null ? null : (attempts.get(row.capture_id) ?? null),
    };
  });
}

/** Stands for the authorization of a hold that can't be found, because the id of one of both rows is damaged. */
const withoutAuthorization = ({ id, amount, environment, profile_id, expires_at }: HoldsTable): Attempt =>
  damagedAttempt({ id, amount, environment, profile_id, position: positionAt(expires_at) });

/** An open hold waits for its authorization, which an answer may have put in doubt. One with a damaged row can't be captured. */
function stateOf(row: HoldsTable, authorization: Attempt): RecordedHoldState {
  if (!agrees(row, authorization)) return 'unlisted';
  const { state } = row;
  return state === 'open' && effectiveState(authorization) !== 'approved' ? 'doubtful' : recorded.holdState(state);
}

/** True when the hold is that of its authorization. */
const agrees = (row: HoldsTable, authorization: Attempt): boolean =>
  !isDamaged(authorization) &&
  row.amount === heldAmount(authorization) &&
  row.profile_id === authorization.merchantId &&
  instantSchema.safeParse(row.expires_at).success;

/**
 * Sums of the queue. `open` counts every open hold, `expired` those whose time is over, the warnings those that run out soon.
 * Each part is a range of the index of waiting holds, so that no hold is read for sums it is not in.
 */
async function totals(db: Database, environment: HoldsQuery['environment'], now: string): Promise<HoldTotals> {
  const within = (hours: number) => new Date(Date.parse(now) + hours * oneHour).toISOString();
  const [first, second] = [within(holdWarningHours.first), within(holdWarningHours.second)];
  const counted = () => {
    const all = db.selectFrom('holds').where(waiting);
    return environment === null ? all : all.where('holds.environment', '=', environment);
  };
  const signs = await currencySigns(db, environment);
  const sumsOf = (part: keyof HoldTotals, state: 'open' | 'capture-unknown') =>
    counted()
      .where('state', '=', state)
      .select([
        sql<string>`${sql.lit(part)}`.as('part'),
        sql<number>`cast(count(*) as bigint)`.as('count'),
        sql<number>`cast(coalesce(sum(amount), 0) as bigint)`.as('amount'),
      ]);
  const rows = await sumsOf('expired', 'open')
    .where('expires_at', '<', now)
    .unionAll(sumsOf('within24h', 'open').where('expires_at', '>=', now).where('expires_at', '<', second))
    .unionAll(sumsOf('within48h', 'open').where('expires_at', '>=', second).where('expires_at', '<', first))
    .unionAll(sumsOf('open', 'open').where('expires_at', '>=', first))
    .unionAll(sumsOf('captureUnknown', 'capture-unknown'))
    .execute();
  const sums = new Map(rows.map(({ part, count, amount }) => [part, { count, amount }]));
  const sumOf = (...parts: readonly (keyof HoldTotals)[]): Sum => added(parts.flatMap((part) => sums.get(part) ?? []));
  return {
    open: sumOf('expired', 'within24h', 'within48h', 'open'),
    within48h: sumOf('within24h', 'within48h'),
    within24h: sumOf('within24h'),
    expired: sumOf('expired'),
    captureUnknown: sumOf('captureUnknown'),
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
async function currencySigns(db: Database, environment: HoldsQuery['environment']): Promise<readonly string[]> {
  const counted = environment === null ? sql`` : sql`and holds.environment = ${environment}`;
  const end = (which: 'min' | 'max') => sql`
    select (
      select ${sql.raw(which)}(id) from holds where ${waiting} and holds.profile_id = merchants.profile_id ${counted}
    ) from merchants`;
  const { rows } = await sql<{ currency_sign: string }>`
    with recursive merchants (profile_id) as (
      select min(profile_id) from holds where ${waiting}
      union all
      select (select min(profile_id) from holds where ${waiting} and holds.profile_id > merchants.profile_id)
      from merchants where merchants.profile_id is not null
    )
    select distinct currency_sign from attempts where id in (${end('min')} union all ${end('max')}) order by currency_sign`.execute(
    db,
  );
  return rows.map((row) => row.currency_sign);
}
