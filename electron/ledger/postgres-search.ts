/** Search on PostgreSQL: one statement that goes from week to week, newest first, until the page is full. */
import { sql, type RawBuilder } from 'kysely';
import { listedColumns, type ListedRow } from './attempt-rows.ts';
import type { Database, Engine } from './engine.ts';
import { filterTerms, heldTerms } from './filter-terms.ts';
import { forget, indexNew, reversed, week, weekIn } from './postgres-index.ts';
import { prepared, type Give } from './prepared.ts';
import { scoped, type Search, type SearchScope } from './search.ts';
import type { SoughtWord } from './words.ts';

/** The shortest end of a reference that is searched. */
const shortestEnd = 3;
/** Stands for the week in the text of a search; no word has it. */
const anyWeek = '@';

function wordQuery({ text, amount, onlyAmount }: SoughtWord): string {
  if (onlyAmount) return `'${anyWeek}=${amount}'`;
  const choices = [`'${anyWeek}${text}':*`];
  if ([...text].length >= shortestEnd) choices.push(`'${anyWeek}<${reversed(text)}':*`);
  if (amount !== null) choices.push(`'${anyWeek}=${amount}'`);
  return `(${choices.join(' | ')})`;
}

/** The search as the text of a tsquery. The words are letters and digits only, so quoting them is enough. */
export const tsqueryText = (words: readonly SoughtWord[], filter: readonly string[]): string =>
  [...words.map(wordQuery), ...filter.map((term) => `'${anyWeek}${term}'`)].join(' & ');

interface Bounds {
  readonly from: boolean;
  readonly before: boolean;
}

/** The positions of the finds, newest first. `+ 0` keeps the planner from walking along all positions instead of the index. */
function finds(give: Give, bounds: Bounds): RawBuilder<{ position: number }> {
  const from = bounds.from ? sql`and position >= ${give('from')}::bigint` : sql``;
  const before = bounds.before ? sql`and position < ${give('before')}::bigint` : sql``;
  const within = sql`
    ${bounds.from ? sql`and position + 0 >= ${give('from')}::bigint` : sql``}
    ${bounds.before ? sql`and position + 0 < ${give('before')}::bigint` : sql``}`;
  const weekBefore = (bound: RawBuilder<unknown>) => sql`
    select ${weekIn('position')} from attempt_words where true ${bound} ${from} order by position desc limit 1`;
  return sql`
    with recursive weeks (week) as (
      (${weekBefore(before)})
      union all
      select earlier.week from weeks, lateral (
        ${weekBefore(sql`and position < weeks.week * ${sql.lit(week)}::bigint`)}
      ) as earlier (week)
      where weeks.week > 0
    )
    select found.position from weeks, lateral (
      select position from attempt_words
      where words @@ replace(${give('query')}, ${sql.lit(anyWeek)}, lpad(weeks.week::text, 4, '0'))::tsquery ${within}
      order by position + 0 desc limit ${give('limit')}::bigint
    ) as found
    limit ${give('limit')}::bigint`;
}

interface PageRow extends ListedRow {
  /** Whether something was written that is not in the index yet. */
  readonly behind: boolean;
}

const joinedColumns = sql.join(listedColumns.map((column) => sql.ref(`attempts.${column}`)));

const pageWith = (bounds: Bounds) =>
  prepared<PageRow>((db, give) => ({
    compile: () =>
      sql<PageRow>`
        select unindexed.behind, page.*
        from (select exists (select from attempts_unindexed) as behind) as unindexed
        left join (
          select ${joinedColumns} from (${finds(give, bounds)}) as found
          inner join attempts on attempts.position = found.position
        ) as page on true
        order by page.position desc`.compile(db),
  }));
const firstPage = pageWith({ from: false, before: false });
const laterPage = pageWith({ from: false, before: true });
const firstPageSince = pageWith({ from: true, before: false });
const laterPageSince = pageWith({ from: true, before: true });

async function foundRows(engine: Engine, db: Database, query: string, scope: Omit<SearchScope, 'words' | 'filter'>) {
  const { from, before, limit } = scope;
  const first = from === null ? firstPage : firstPageSince;
  const later = from === null ? laterPage : laterPageSince;
  const ask = async () => (await (before === null ? first : later)(engine, db, { query, from, before, limit })).rows;
  let rows = await ask();
  if (rows[0]?.behind === true) {
    await indexNew(db);
    // What is written from here on is told as a change, and asked for again.
    rows = await ask();
  }
  // A search without finds is answered with a row of nulls.
  return rows.filter((row) => row.position !== null);
}

export const postgresSearch: Search = {
  page(engine, db, scope) {
    const query = tsqueryText(scope.words, filterTerms(scope.filter));
    return query === '' ? scoped(db, scope).execute() : foundRows(engine, db, query, scope);
  },

  async holdIds(engine, db, words, limit) {
    const rows = await foundRows(engine, db, tsqueryText(words, heldTerms), { from: null, before: null, limit });
    return rows.map((row) => row.id);
  },

  forget,
};
