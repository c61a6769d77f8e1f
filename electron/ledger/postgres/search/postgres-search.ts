/** Searches on PostgreSQL: one statement walks week by week, newest first, until the page is full. */
import { sql, type RawBuilder } from 'kysely';
import type { Database, Search, SearchScope } from '#electron/ledger/engine/engine.ts';
import type { ChosenFilters } from '#shared/ledger/history-filters.ts';
import { filterTerms, heldTerms } from '#electron/ledger/search/filter-terms.ts';
import { forget, indexNewInPostgres, lastWeek, reversed, unindexedAttempts, week, weekIn } from './postgres-index.ts';
import { newestRows } from '#electron/ledger/search/search.ts';
import { mostFound, newestPositions, summedFinds } from './postgres-sums.ts';
import { positionAt } from '#electron/ledger/rows/position.ts';
import { shortestEnd, soughtWords, type SoughtWord } from '#electron/ledger/rows/search-tokens.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';

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

/** Terms of the filters, at least one of each list. */
type Choices = readonly (readonly string[])[];

/** Lists of terms, at least one of each of which is wanted. */
type Lists = readonly (readonly Wanted[])[];

export const wantedLists = (words: readonly SoughtWord[], filter: Choices): Lists => [
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

type Bounds = Omit<SearchScope, 'words' | 'filter'>;

/** Positions of the finds, newest or oldest first. `+ 0` keeps the planner from walking all positions instead of the index. */
function finds(lists: Lists, bounds: Bounds): RawBuilder<unknown> {
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
  const inWeek = sql`replace(${tsqueryText(lists)}, ${sql.lit(anyWeek)}, lpad(weeks.week::text, 4, '0'))::tsquery`;
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
      lateral (select ${inWeek} as wanted offset 0) as asked,
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
  bounds: Bounds,
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
  if (await indexNewInPostgres(db, false)) return withoutNone(await ask(limit));
  const unindexed = await unindexedAttempts(db);
  if (unindexed === null) {
    await indexNewInPostgres(db, true);
    return withoutNone(await ask(limit));
  }
  // With many seats, each screen would wait until all others have had their turn. The index may know an earlier state of these.
  const fresh = unindexed.filter(({ row, terms }) => isWithin(row, bounds) && has(terms, lists)).map(({ row }) => row);
  const compared = new Set(unindexed.map(({ row }) => row.position));
  const indexed = withoutNone(await ask(limit + compared.size)).filter(({ position }) => !compared.has(position));
  const direction = oldestFirst ? -1 : 1;
  return [...fresh, ...indexed].toSorted((one, other) => direction * (other.position - one.position)).slice(0, limit);
}

/** A search without finds returns a row of nulls. */
const withoutNone = (rows: readonly PageRow[]): readonly PageRow[] => rows.filter((row) => row.position !== null);

const isWithin = ({ position }: ListedRow, { from, before }: Bounds): boolean =>
  (from === null || position >= from) && (before === null || position < before);

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

  async holdIds(db, words, limit) {
    const rows = await foundRows(db, idAlone, wantedLists(words, heldTerms), { from: null, before: null, limit });
    return rows.map((row) => row.id);
  },

  sums: (engine, filter, now) =>
    engine.read(async (db) => {
      const lists = listsOf(soughtWords(filter.text), filter);
      const from = filter.from === null ? null : positionAt(filter.from);
      const before = filter.until === null ? null : positionAt(filter.until);
      if (lists.length === 0) return summedFinds(db, newestPositions(from, before), now);
      const found = finds(lists, { from, before, limit: mostFound });
      const sums = await summedFinds(db, found, now);
      return sums.behind && (await indexNewInPostgres(db, false)) ? summedFinds(db, found, now) : sums;
    }),

  forget,
};
