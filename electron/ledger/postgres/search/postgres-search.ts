/** Searches on PostgreSQL: one statement walks week by week, newest first, until the page is full. */
import { sql, type RawBuilder } from 'kysely';
import type { Database, Engine, Search, SearchScope } from '#electron/ledger/engine/engine.ts';
import { filterTerms, heldTerms } from '#electron/ledger/search/filter-terms.ts';
import { forget, indexNewInPostgres, lastWeek, reversed, unindexedAttempts, week, weekIn } from './postgres-index.ts';
import { type Param, prepared, preparedFor } from '#electron/ledger/engine/prepared.ts';
import { newestRows } from '#electron/ledger/search/search.ts';
import { partWords, type WordShares } from './token-shares.ts';
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

/** At least one of each list is wanted. */
const wantedLists = (words: readonly SoughtWord[], filter: Choices): readonly (readonly Wanted[])[] => [
  ...words.map(wantedBy),
  ...filter.map((terms) => terms.map((term) => ({ term, beginning: false }))),
];

/** Builds the text of a tsquery. Words are letters and digits only, so quoting them is enough. */
const tsqueryText = (lists: readonly (readonly Wanted[])[]): string =>
  lists
    .map((list) => list.map(({ term, beginning }) => `'${anyWeek}${term}'${beginning ? ':*' : ''}`))
    .map((choices) => `(${choices.join(' | ')})`)
    .join(' & ');

/** Answers the same question about one attempt. */
const has = (terms: readonly string[], lists: readonly (readonly Wanted[])[]): boolean =>
  lists.every((list) =>
    list.some(({ term, beginning }) => terms.some((own) => (beginning ? own.startsWith(term) : own === term))),
  );

/** Share above which a word is compared with the finds of rarer words, which is faster than looking it up. */
const commonFrom = 0.05;

/** Conditions of a statement. Each combination is compiled once. */
interface Parts {
  /** `ids` reads the ids of the attempts alone. */
  readonly what: 'rows' | 'ids';
  readonly compared: boolean;
  readonly from: boolean;
  readonly before: boolean;
  readonly oldestFirst: boolean;
}

/** Positions of the finds, newest or oldest first. `+ 0` keeps the planner from walking all positions instead of the index. */
function finds(param: Param, parts: Parts): RawBuilder<unknown> {
  const when = (part: 'compared' | 'from' | 'before', condition: RawBuilder<unknown>) =>
    parts[part] ? condition : sql``;
  const from = when('from', sql`and position >= ${param('from')}::bigint`);
  const before = when('before', sql`and position < ${param('before')}::bigint`);
  const direction = sql.raw(parts.oldestFirst ? 'asc' : 'desc');
  const nearestWeek = (bound: RawBuilder<unknown>) => sql`
    select ${weekIn('position')} from attempt_words where true ${bound} order by position ${direction} limit 1`;
  const beyond = parts.oldestFirst
    ? sql`and position >= (weeks.week + 1) * ${sql.lit(week)}::bigint ${before}`
    : sql`and position < weeks.week * ${sql.lit(week)}::bigint ${from}`;
  const inWeek = (query: string) =>
    sql`replace(${param(query)}, ${sql.lit(anyWeek)}, lpad(weeks.week::text, 4, '0'))::tsquery`;
  return sql`
    with recursive weeks (week) as (
      (${nearestWeek(sql`${before} ${from}`)})
      union all
      select following.week
      from weeks, lateral (${nearestWeek(beyond)}) as following (week)
      where ${sql.raw(parts.oldestFirst ? `weeks.week < ${lastWeek}` : 'weeks.week > 0')}
    )
    select found.position
    from weeks,
      lateral (select ${inWeek('wanted')} as wanted ${when('compared', sql`, ${inWeek('compared')} as compared`)} offset 0) as asked,
      lateral (
        select position from attempt_words
        where words @@ asked.wanted ${when('compared', sql`and (words @@ asked.compared) is true`)}
          ${when('from', sql`and position + 0 >= ${param('from')}::bigint`)}
          ${when('before', sql`and position + 0 < ${param('before')}::bigint`)}
        order by position + 0 ${direction} limit ${param('limit')}::bigint
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
        order by page.position ${sql.raw(parts.oldestFirst ? 'asc' : 'desc')}`.compile(db),
  }));

const pageOf = preparedFor(pageWith);

interface Asked {
  readonly wanted: string;
  readonly compared: string;
}

/** Splits a search into two tsqueries: one for the index, one to compare its finds with. */
export function postgresTerms(words: readonly SoughtWord[], filter: Choices, shares: WordShares): Asked {
  const { rare, common } = partWords(words, shares, commonFrom);
  return { wanted: tsqueryText(wantedLists(rare, filter)), compared: tsqueryText(wantedLists(common, [])) };
}

/** Words and filters of a search. */
interface Sought {
  readonly words: readonly SoughtWord[];
  readonly filter: Choices;
}

type Bounds = Pick<SearchScope, 'from' | 'before' | 'limit' | 'oldestFirst'>;

/** @param asked is `sought` as tsqueries */
async function foundRows(
  engine: Engine,
  db: Database,
  what: Parts['what'],
  asked: Asked,
  sought: Sought,
  bounds: Bounds,
): Promise<readonly ListedRow[]> {
  const { from, before, limit, oldestFirst = false } = bounds;
  const parts = { what, compared: asked.compared !== '', from: from !== null, before: before !== null, oldestFirst };
  const page = pageOf(parts);
  const ask = async (most: number) => (await page(engine, db, { ...asked, from, before, limit: most })).rows;
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
  const lists = wantedLists(sought.words, sought.filter);
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

export const createPostgresSearch = (shares: WordShares): Search => ({
  page(engine, db, scope) {
    const sought = { words: scope.words, filter: filterTerms(scope.filter).map((term) => [term]) };
    const asked = postgresTerms(sought.words, sought.filter, shares);
    return asked.wanted === '' ? newestRows(engine, db, scope) : foundRows(engine, db, 'rows', asked, sought, scope);
  },

  async holdIds(engine, db, words, limit) {
    const asked = postgresTerms(words, heldTerms, shares);
    const bounds = { from: null, before: null, limit };
    const rows = await foundRows(engine, db, 'ids', asked, { words, filter: heldTerms }, bounds);
    return rows.map((row) => row.id);
  },

  sums: (engine, filter, now) =>
    engine.read(async (db) => {
      const { wanted, compared } = postgresTerms(
        soughtWords(filter.text),
        filterTerms(filter).map((term) => [term]),
        shares,
      );
      const from = filter.from === null ? null : positionAt(filter.from);
      const before = filter.until === null ? null : positionAt(filter.until);
      const given: Readonly<Record<string, unknown>> = { wanted, compared, from, before, limit: mostFound };
      const parts = { what: 'ids', compared: compared !== '', from: from !== null, before: before !== null } as const;
      const param = (name: string) => sql`${given[name]}` as never;
      if (wanted === '') return summedFinds(db, newestPositions(from, before), now);
      const found = finds(param, { ...parts, oldestFirst: false });
      const sums = await summedFinds(db, found, now);
      return sums.behind && (await indexNewInPostgres(db, false)) ? summedFinds(db, found, now) : sums;
    }),

  forget,
});
