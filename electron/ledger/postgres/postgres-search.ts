/** Searches on PostgreSQL: one statement walks week by week, newest first, until the page is full. */
import { sql, type RawBuilder } from 'kysely';
import { listedColumns, type ListedRow } from '#electron/ledger/attempts/attempt-rows.ts';
import type { Database, Engine, Search, SearchScope } from '#electron/ledger/engine.ts';
import { filterTerms, heldTerms } from '#electron/ledger/search/filter-terms.ts';
import { forget, indexNewInPostgres, reversed, week, weekIn } from './postgres-index.ts';
import { prepared, type Param, type Prepared } from '#electron/ledger/prepared.ts';
import { newestRows } from '#electron/ledger/search/search.ts';
import { partWords, type WordShares } from './token-shares.ts';
import type { SoughtWord } from '#electron/ledger/search/search-tokens.ts';

/** Shortest end of a reference that is searched. */
const shortestEnd = 3;
/** Placeholder of the week in the text of a search. No word contains it. */
const anyWeek = '@';

function wordQuery({ text, amount, onlyAmount }: SoughtWord): string {
  if (onlyAmount) return `'${anyWeek}=${amount}'`;
  const choices = [`'${anyWeek}${text}':*`];
  if ([...text].length >= shortestEnd) choices.push(`'${anyWeek}<${reversed(text)}':*`);
  if (amount !== null) choices.push(`'${anyWeek}=${amount}'`);
  return `(${choices.join(' | ')})`;
}

/** Builds the text of a tsquery. Words are letters and digits only, so quoting them is enough. */
const tsqueryText = (words: readonly SoughtWord[], filter: Choices): string =>
  [
    ...words.map(wordQuery),
    ...filter.map((terms) => `(${terms.map((term) => `'${anyWeek}${term}'`).join(' | ')})`),
  ].join(' & ');

/** Terms of the filters, at least one of each list. */
type Choices = readonly (readonly string[])[];

/** Share above which a word is compared with the finds of rarer words, which is faster than looking it up. */
const commonFrom = 0.05;

/** Conditions of a statement. Each combination is compiled once. */
interface Parts {
  /** `ids` reads the ids of the attempts alone. */
  readonly what: 'rows' | 'ids';
  readonly compared: boolean;
  readonly from: boolean;
  readonly before: boolean;
}

/** Positions of the finds, newest first. `+ 0` keeps the planner from walking all positions instead of the index. */
function finds(param: Param, parts: Parts): RawBuilder<unknown> {
  const when = (part: Exclude<keyof Parts, 'what'>, condition: RawBuilder<unknown>) =>
    parts[part] ? condition : sql``;
  const from = when('from', sql`and position >= ${param('from')}::bigint`);
  const before = when('before', sql`and position < ${param('before')}::bigint`);
  const newestWeek = (bound: RawBuilder<unknown>) => sql`
    select ${weekIn('position')} from attempt_words where true ${bound} ${from} order by position desc limit 1`;
  const inWeek = (query: string) =>
    sql`replace(${param(query)}, ${sql.lit(anyWeek)}, lpad(weeks.week::text, 4, '0'))::tsquery`;
  return sql`
    with recursive weeks (week) as (
      (${newestWeek(before)})
      union all
      select earlier.week
      from weeks, lateral (${newestWeek(sql`and position < weeks.week * ${sql.lit(week)}::bigint`)}) as earlier (week)
      where weeks.week > 0
    )
    select found.position
    from weeks,
      lateral (select ${inWeek('wanted')} as wanted ${when('compared', sql`, ${inWeek('compared')} as compared`)} offset 0) as asked,
      lateral (
        select position from attempt_words
        where words @@ asked.wanted ${when('compared', sql`and (words @@ asked.compared) is true`)}
          ${when('from', sql`and position + 0 >= ${param('from')}::bigint`)}
          ${when('before', sql`and position + 0 < ${param('before')}::bigint`)}
        order by position + 0 desc limit ${param('limit')}::bigint
      ) as found
    limit ${param('limit')}::bigint`;
}

interface PageRow extends ListedRow {
  /** True when some attempts are not in the index yet. */
  readonly behind: boolean;
}

const joinedColumns = sql.join(listedColumns.map((column) => sql.ref(`attempts.${column}`)));

const idAlone = sql`attempts.position, attempts.id`;

const pageWith = (parts: Parts) =>
  prepared<PageRow>((db, param) => ({
    compile: () =>
      sql<PageRow>`
        select unindexed.behind, page.*
        from (select exists (select from attempts_unindexed) as behind) as unindexed
        left join (
          select ${parts.what === 'ids' ? idAlone : joinedColumns} from (${finds(param, parts)}) as found
          inner join attempts on attempts.position = found.position
        ) as page on true
        order by page.position desc`.compile(db),
  }));

const pages = new Map<string, Prepared<PageRow>>();

function pageOf(parts: Parts): Prepared<PageRow> {
  const key = JSON.stringify(parts);
  const known = pages.get(key) ?? pageWith(parts);
  pages.set(key, known);
  return known;
}

interface Asked {
  readonly wanted: string;
  readonly compared: string;
}

/** Splits a search into two tsqueries: one for the index, one to compare its finds with. */
export function postgresTerms(words: readonly SoughtWord[], filter: Choices, shares: WordShares): Asked {
  const { rare, common } = partWords(words, shares, commonFrom);
  return { wanted: tsqueryText(rare, filter), compared: tsqueryText(common, []) };
}

async function foundRows(
  engine: Engine,
  db: Database,
  what: Parts['what'],
  asked: Asked,
  scope: Pick<SearchScope, 'from' | 'before' | 'limit'>,
) {
  const { from, before, limit } = scope;
  const page = pageOf({ what, compared: asked.compared !== '', from: from !== null, before: before !== null });
  const ask = async () => (await page(engine, db, { ...asked, from, before, limit })).rows;
  let rows = await ask();
  if (rows[0]?.behind === true) {
    await indexNewInPostgres(db);
    // Later writes are announced as changes, and screens ask again.
    rows = await ask();
  }
  // A search without finds returns a row of nulls.
  return rows.filter((row) => row.position !== null);
}

export const createPostgresSearch = (shares: WordShares): Search => ({
  page(engine, db, scope) {
    const asked = postgresTerms(
      scope.words,
      filterTerms(scope.filter).map((term) => [term]),
      shares,
    );
    return asked.wanted === '' ? newestRows(engine, db, scope) : foundRows(engine, db, 'rows', asked, scope);
  },

  async holdIds(engine, db, words, limit) {
    const asked = postgresTerms(words, heldTerms, shares);
    const rows = await foundRows(engine, db, 'ids', asked, { from: null, before: null, limit });
    return rows.map((row) => row.id);
  },

  forget,
});
