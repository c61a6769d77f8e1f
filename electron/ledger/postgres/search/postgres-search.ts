/** Searches on PostgreSQL: one statement walks week by week, newest first, until the page is full. Another one sums the finds. */
import { sql, type RawBuilder } from 'kysely';
import { summedLimit } from '#shared/ledger/history.ts';
import type { Database, Place, Search, SearchScope, FoundSum } from '#electron/ledger/engine/engine.ts';
import { type Bounds, boundsOf, filterTerms, heldTerms, isWithin } from '#electron/ledger/search/search-terms.ts';
import { listedColumns, type ListedRow, type AttemptsTable } from '#electron/ledger/rows/attempt-columns.ts';
import type { ChosenFilters } from '#shared/ledger/history-filters.ts';
import {
  forget,
  indexNewInPostgres,
  lastWeek,
  leftUnindexed,
  reversed,
  type Unindexed,
  week,
  weekIn,
} from './postgres-index.ts';
import { fewFinds, newestRows } from '#electron/ledger/search/search.ts';
import { shortestEnd, soughtWords, type SoughtWord } from '#electron/ledger/rows/search-tokens.ts';
import { withoutEffect } from '#shared/payments/outcome.ts';
import { holdStatesThat } from '#shared/payments/hold-state.ts';
import { operationsThat } from '#shared/payments/operations.ts';
import { doubtColumn, shownStateColumn } from '#electron/ledger/rows/attempt-rows.ts';
import { recorded } from '#electron/ledger/rows/recorded-values.ts';

/** Placeholder of the week in the text of a search. No word contains it. */
const anyWeek = '@';

/** A term that a sought attempt has, or the beginning of one. */
interface Wanted {
  readonly term: string;
  readonly beginning: boolean;
}

function wantedBy({ text, amount, onlyAmount }: SoughtWord): readonly Wanted[] {
  const asAmount = amount === null ? [] : [{ term: `=${amount}`, beginning: false }];
  if (onlyAmount) return asAmount;
  const asEnd = [...text].length >= shortestEnd ? [{ term: `<${reversed(text)}`, beginning: true }] : [];
  return [{ term: text, beginning: true }, ...asEnd, ...asAmount];
}

type Lists = readonly (readonly Wanted[])[];

export const wantedLists = (words: readonly SoughtWord[], filter: readonly (readonly string[])[]): Lists => [
  ...words.map(wantedBy),
  ...filter.map((terms) => terms.map((term) => ({ term, beginning: false }))),
];

/** Builds the text of a tsquery. Words are letters and digits only, so quoting them is enough. */
export const tsqueryText = (lists: Lists): string =>
  lists
    .map((list) => list.map(({ term, beginning }) => `'${anyWeek}${term}'${beginning ? ':*' : ''}`))
    .map((choices) => `(${choices.join(' | ')})`)
    .join(' & ');

/** Answers the same question about one attempt. */
const has = (terms: readonly string[], lists: Lists): boolean =>
  lists.every((list) =>
    list.some(({ term, beginning }) => terms.some((own) => (beginning ? own.startsWith(term) : own === term))),
  );

const wantedIn = (lists: Lists, ofWeek: RawBuilder<unknown>) =>
  sql`replace(${tsqueryText(lists)}, ${sql.lit(anyWeek)}, lpad((${ofWeek})::text, 4, '0'))::tsquery`;

type Scope = Omit<SearchScope, 'words' | 'filter'>;

/** Positions of the finds, newest or oldest first. `+ 0` keeps the planner from walking all positions instead of the index. */
function finds(lists: Lists, bounds: Scope): RawBuilder<unknown> {
  const { limit, oldestFirst = false } = bounds;
  const within = (position: string) => sql`
    ${bounds.from === null ? sql`` : sql`and ${sql.raw(position)} >= ${bounds.from}::bigint`}
    ${bounds.before === null ? sql`` : sql`and ${sql.raw(position)} < ${bounds.before}::bigint`}`;
  const direction = sql.raw(oldestFirst ? 'asc' : 'desc');
  const nearestWeek = (bound: RawBuilder<unknown>) => sql`
    select ${weekIn('position')} from attempt_words where true ${bound} order by position ${direction} limit 1`;
  const beyond = oldestFirst
    ? sql`and position >= (weeks.week + 1) * ${sql.lit(week)}::bigint`
    : sql`and position < weeks.week * ${sql.lit(week)}::bigint`;
  return sql`
    with recursive weeks (week) as (
      (${nearestWeek(within('position'))})
      union all
      select following.week
      from weeks, lateral (${nearestWeek(sql`${beyond} ${within('position')}`)}) as following (week)
      where ${sql.raw(oldestFirst ? `weeks.week < ${lastWeek}` : 'weeks.week > 0')}
    )
    select found.position
    from weeks,
      lateral (select ${wantedIn(lists, sql`weeks.week`)} as wanted offset 0) as asked,
      lateral (
        select position from attempt_words
        where words @@ asked.wanted ${within('position + 0')}
        order by position + 0 ${direction} limit ${limit}::bigint
      ) as found
    limit ${limit}::bigint`;
}

interface PageRow extends ListedRow {
  /** True when some attempts are not in the index yet. */
  readonly behind: boolean;
}

const joinedColumns = sql.join(listedColumns.map((column) => sql.ref(`attempts.${column}`)));

const idAlone = sql`attempts.position, attempts.id`;

/** @param columns of the attempts, among them `position` and `id` */
async function foundRows(
  db: Database,
  columns: RawBuilder<unknown>,
  lists: Lists,
  bounds: Scope,
): Promise<readonly ListedRow[]> {
  const { limit, oldestFirst = false } = bounds;
  const ask = async (most: number) => {
    const { rows } = await sql<PageRow>`
      select unindexed.behind, page.*
      from (select exists (select from attempts_unindexed) as behind) as unindexed
      left join (
        select ${columns} from (${finds(lists, { ...bounds, limit: most })}) as found
        inner join attempts on attempts.position = found.position
      ) as page on true
      order by page.position ${sql.raw(oldestFirst ? 'asc' : 'desc')}`.execute(db);
    return rows;
  };
  const rows = await ask(limit);
  if (rows[0]?.behind !== true) return withoutNone(rows);
  // Later writes are announced as changes, and screens ask again.
  const unindexed = await leftUnindexed(db);
  const fresh = unindexed.filter((each) => isFound(each, lists, bounds)).map(({ row }) => row);
  const compared = new Set(unindexed.map(({ row }) => row.position));
  const indexed = withoutNone(await ask(limit + compared.size)).filter(({ position }) => !compared.has(position));
  const direction = oldestFirst ? -1 : 1;
  return [...fresh, ...indexed].toSorted((one, other) => direction * (other.position - one.position)).slice(0, limit);
}

/** A search without finds returns a row of nulls. */
const withoutNone = (rows: readonly PageRow[]): readonly PageRow[] => rows.filter((row) => row.position !== null);

const listsOf = (words: readonly SoughtWord[], filter: ChosenFilters): Lists =>
  wantedLists(
    words,
    filterTerms(filter).map((term) => [term]),
  );

export const postgresSearch: Search = {
  async page(db, scope) {
    const lists = listsOf(scope.words, scope.filter);
    return lists.length === 0 ? newestRows(db, scope) : foundRows(db, joinedColumns, lists, scope);
  },

  byAmount: (engine, query, after) =>
    engine.read(async (db) => {
      const lists = listsOf(soughtWords(query.text), query);
      const ask = () => largestRows(db, lists, boundsOf(query), after, query.limit + 1);
      const rows = await ask();
      if (rows[0]?.behind !== true || lists.length === 0) return withoutNone(rows);
      await indexNewInPostgres(db, true);
      return withoutNone(await ask());
    }),

  positions: (filter, scope) => finds(listsOf(soughtWords(filter.text), filter), scope),

  async holdIds(db, words, limit) {
    const rows = await foundRows(db, idAlone, wantedLists(words, heldTerms), { from: null, before: null, limit });
    return rows.map((row) => row.id);
  },

  sums: (engine, filter, now) =>
    engine.read(async (db) => {
      const lists = listsOf(soughtWords(filter.text), filter);
      const bounds = boundsOf(filter);
      if (lists.length === 0) return summedFinds(db, newestPositions(bounds, mostFound), now);
      const found = finds(lists, { ...bounds, limit: mostFound });
      const sums = await summedFinds(
        db,
        sql`select position from (${found}) as indexed where not (select behind from unindexed)`,
        now,
      );
      if (!sums.behind) return sums;
      const unindexed = await leftUnindexed(db);
      return summedFinds(db, unindexed.length === 0 ? found : currentFinds(lists, bounds, unindexed), now);
    }),

  forget,
};

/** Each hold among the finds may give way to its capture among them. */
const mostFound = 2 * summedLimit + 1;

/** Positions of the finds, as the index has them but for the attempts that it lacks. */
function currentFinds(lists: Lists, bounds: Bounds, unindexed: readonly Unindexed[]): RawBuilder<unknown> {
  const limit = mostFound + unindexed.length;
  const compared = unindexed.map(({ row }) => row.position);
  const fresh = unindexed.filter((each) => isFound(each, lists, bounds)).map(({ row }) => row.position);
  return sql`select position from (
      select position from (${finds(lists, { ...bounds, limit })}) as indexed where position <> all(${compared}::bigint[])
      union all select unnest(${fresh}::bigint[])) as current
    order by position desc limit ${sql.lit(mostFound)}`;
}

const isFound = ({ row, terms }: Unindexed, lists: Lists, bounds: Bounds): boolean =>
  isWithin(row, bounds) && has(terms, lists);

const within = ({ from, before }: Bounds) => sql`
  ${from === null ? sql`` : sql`and position >= ${from}::bigint`} ${before === null ? sql`` : sql`and position < ${before}::bigint`}`;

/** The newest positions, for a search without words and filters. */
const newestPositions = (bounds: Bounds, most: number) => sql`
  select position from attempts where true ${within(bounds)} order by position desc limit ${sql.lit(most)}`;

/** `offset 0` keeps the planner from comparing all words, and from sorting all attempts. */
async function largestRows(
  db: Database,
  lists: Lists,
  bounds: Bounds,
  after: Place | null,
  limit: number,
): Promise<readonly PageRow[]> {
  const most = fewFinds + 1;
  const found = lists.length === 0 ? newestPositions(bounds, most) : finds(lists, { ...bounds, limit: most });
  const smaller = after === null ? sql`` : sql`and (amount, position) < (${after.amount}, ${after.position})`;
  const places = sql`select position, amount from attempts where true ${smaller}`;
  const inOrder = sql`order by amount desc, position desc`;
  const sought =
    lists.length === 0
      ? sql``
      : sql`, lateral (select from attempt_words where position = walked.position
          and words @@ ${wantedIn(lists, weekIn('walked.position'))} offset 0) as sought`;
  const { rows } = await sql<PageRow>`
    with found as materialized (${found}),
    counted as (select count(*) > ${sql.lit(fewFinds)} as many from found),
    places as (
      (${places} and position in (select position from found) and not (select many from counted) ${inOrder} limit ${limit}::bigint)
      union all
      (select walked.position, walked.amount from (
        ${places} and (select many from counted) ${within(bounds)} ${inOrder} offset 0) as walked ${sought}
        limit ${limit}::bigint)
    )
    select unindexed.behind, page.*
    from (select exists (select from attempts_unindexed) as behind) as unindexed
    left join (select ${joinedColumns} from places inner join attempts on attempts.position = places.position) as page on true
    ${inOrder}`.execute(db);
  return rows;
}

const literals = (values: readonly string[]) => sql.join(values.map((value) => sql.lit(value)));
const opening = literals(operationsThat(({ opens }) => opens === 'hold'));
const over = literals(holdStatesThat(({ waits }) => !waits));

/** As `holdIsOver` says of one: a settlement without a sure answer outweighs what the hold itself says. */
const isOver = (now: string) => sql`coalesce(case
  when settlement.standing = 'approved' then true
  when settlement.standing not in (${literals(withoutEffect)}) then false
  when holds.state = 'open' then holds.expires_at <= ${now}
  else holds.state in (${over}) end, false)`;

type Row = Pick<AttemptsTable, 'operation' | 'family' | 'environment' | 'currency_sign'> &
  Pick<FoundSum, 'count' | 'amount' | 'over' | 'unclear'> & {
    readonly approved: boolean;
    readonly total: number;
    readonly behind: boolean;
  };

/**
 * Reads each find by its key: `offset 0` keeps the planner, which expects too many, from reading whole tables.
 * @param found statement that returns the positions of the finds; may ask `unindexed` whether the index is behind
 * @returns with `behind` for a search index that lacks some attempts
 */
async function summedFinds(db: Database, found: RawBuilder<unknown>, now: string) {
  const { rows } = await sql<Row>`
    with unindexed as materialized (select exists (select from attempts_unindexed) as behind),
    found as materialized (${found}),
    listed as (
      select attempts.*, ${isOver(now)} as over, ${doubtColumn} is not null as unclear, ${shownStateColumn} = 'approved' as approved,
        attempts.operation in (${opening}) and settlement.standing in ('approved', 'unknown', 'sending')
          and settlement.position in (select position from found) as gives_way
      from found
        inner join lateral (select * from attempts where position = found.position offset 0) as attempts on true
        left join lateral (select * from holds where id = attempts.id offset 0) as holds on true
        left join lateral (select * from attempts as settling where id = holds.settlement_id offset 0) as settlement on true
    ),
    counted as (
      select listed.*, row_number() over (order by position desc) as place, count(*) over () as total
      from listed where gives_way is not true
    )
    select behind, operation, family, environment, currency_sign, over, unclear, approved,
      cast(count(position) as bigint) as count, cast(sum(amount) as bigint) as amount, cast(max(total) as bigint) as total
    from unindexed left join counted on place <= ${sql.lit(summedLimit)}
    group by behind, operation, family, environment, currency_sign, over, unclear, approved`.execute(db);
  return {
    behind: rows[0]?.behind === true,
    count: rows.reduce((count, row) => count + row.count, 0),
    more: (rows[0]?.total ?? 0) > summedLimit,
    sums: rows.flatMap((row): readonly FoundSum[] =>
      row.approved ? [{ ...row, operation: recorded.operation(row), currencySign: row.currency_sign }] : [],
    ),
  };
}
