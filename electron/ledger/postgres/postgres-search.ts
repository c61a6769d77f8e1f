/** Search on PostgreSQL: one statement that goes from week to week, newest first, until the page is full. */
import { sql, type RawBuilder } from 'kysely';
import { listedColumns, type ListedRow } from '#electron/ledger/attempts/attempt-rows.ts';
import type { Database, Engine, Search, SearchScope } from '#electron/ledger/engine.ts';
import { filterTerms, heldTerms } from '#electron/ledger/search/filter-terms.ts';
import { forget, indexNewInPostgres, reversed, week, weekIn } from './postgres-index.ts';
import { prepared, type Param, type Prepared } from '#electron/ledger/prepared.ts';
import { newestRows } from '#electron/ledger/search/search.ts';
import { partWords, type WordShares } from '#electron/ledger/search/token-shares.ts';
import type { SoughtWord } from '#electron/ledger/search/search-tokens.ts';

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
const tsqueryText = (words: readonly SoughtWord[], filter: readonly string[]): string =>
  [...words.map(wordQuery), ...filter.map((term) => `'${anyWeek}${term}'`)].join(' & ');

/** Words that this share of the attempts has are compared with the finds of the rarer ones: quicker than to look them up. */
const commonFrom = 0.05;

/** What a statement has conditions for; each is compiled once. */
interface Parts {
  /** `ids`: the ids of the attempts alone. */
  readonly what: 'rows' | 'ids';
  readonly compared: boolean;
  readonly from: boolean;
  readonly before: boolean;
}

/** The positions of the finds, newest first. `+ 0` keeps the planner from walking along all positions instead of the index. */
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
  /** Whether something was written that is not in the index yet. */
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

/** A search as the texts of two tsqueries: what the index is asked for, and what is compared with its finds. */
export function postgresTerms(words: readonly SoughtWord[], filter: readonly string[], shares: WordShares): Asked {
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
    // What is written from here on is told as a change, and asked for again.
    rows = await ask();
  }
  // A search without finds is answered with a row of nulls.
  return rows.filter((row) => row.position !== null);
}

export const createPostgresSearch = (shares: WordShares): Search => ({
  page(engine, db, scope) {
    const asked = postgresTerms(scope.words, filterTerms(scope.filter), shares);
    return asked.wanted === '' ? newestRows(engine, db, scope) : foundRows(engine, db, 'rows', asked, scope);
  },

  async holdIds(engine, db, words, limit) {
    const asked = postgresTerms(words, heldTerms, shares);
    const rows = await foundRows(engine, db, 'ids', asked, { from: null, before: null, limit });
    return rows.map((row) => row.id);
  },

  forget,
});
