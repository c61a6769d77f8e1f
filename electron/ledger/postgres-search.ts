/**
 * Search on PostgreSQL: a GIN index over the words finds the rare, a walk along the newest attempts finds the common. The
 * planner can't tell which a word is before it has looked, so a look at the newest attempts decides. Needs no extension.
 */
import { sql, type SqlBool } from 'kysely';
import { listedColumns, type ListedRow } from './attempt-rows.ts';
import type { Database } from './engine.ts';
import { scoped, type Search, type SearchScope } from './search.ts';
import type { AttemptWords, SoughtWord } from './words.ts';

/** How many of the newest attempts are looked at first, and how many finds among them make a word common. */
const look = { at: 2_000, commonFrom: 8 } as const;
/** The shortest end of a reference that is searched. */
const shortestEnd = 3;

const reversed = (word: string): string => [...word].toReversed().join('');

/** The lexemes of a row: words, references also backwards after `<`, amounts after `=`. */
export function lexemes(words: AttemptWords): string[] {
  return [
    ...new Set([
      ...words.plain,
      ...words.references,
      ...words.references.map((word) => `<${reversed(word)}`),
      ...words.amounts.map((amount) => `=${amount}`),
    ]),
  ];
}

/** The search as the text of a tsquery. The words are letters and digits only, so quoting them is enough. */
export function tsqueryText(words: readonly SoughtWord[]): string {
  const parts = words.map(({ text, amount, onlyAmount }) => {
    if (onlyAmount) return `'=${amount}'`;
    const choices = [`'${text}':*`];
    if ([...text].length >= shortestEnd) choices.push(`'<${reversed(text)}':*`);
    if (amount !== null) choices.push(`'=${amount}'`);
    return `(${choices.join(' | ')})`;
  });
  return parts.join(' & ');
}

const tsquery = (words: readonly SoughtWord[]) => sql`${tsqueryText(words)}::tsquery`;

export const postgresSearch: Search = {
  async page(_engine, db, scope) {
    if (scope.words.length === 0) return scoped(db, scope).execute();
    const wanted = tsquery(scope.words);
    const newest = await newestFinds(db, scope, wanted);
    if (newest.positions.length >= scope.limit || newest.sawAll) return rowsAt(db, newest.positions);
    const common = newest.positions.length >= look.commonFrom;
    return rowsAt(db, await (common ? walk(db, scope, wanted) : throughIndex(db, scope, wanted)));
  },

  async holdIds(db, words, limit) {
    const rows = await db
      .selectFrom('attempts')
      .select('id')
      .where(sql<SqlBool>`words @@ ${tsquery(words)}`)
      .where('operation', '=', 'authorize')
      .where('standing', '=', 'approved')
      .limit(limit)
      .execute();
    return rows.map((row) => row.id);
  },

  // The GIN index follows the rows.
  forget: () => Promise.resolve(),
};

type Condition = ReturnType<typeof tsquery>;

async function newestFinds(db: Database, scope: SearchScope, wanted: Condition) {
  const newest = scoped(db, { ...scope, limit: look.at })
    .clearSelect()
    .select(['position', 'words']);
  const { rows } = await sql<{ position: number | null; seen: number }>`
    with newest as materialized (${newest})
    select found.position, counted.seen
    from (select count(*) as seen from newest) as counted
    left join (select position from newest where words @@ ${wanted} order by position desc limit ${scope.limit}) as found
    on true`.execute(db);
  const positions = rows.flatMap((row) => (row.position === null ? [] : [row.position]));
  return { positions, sawAll: (rows[0]?.seen ?? 0) < look.at };
}

/** Newest first along the key; `is true` keeps the planner from the index. */
async function walk(db: Database, scope: SearchScope, wanted: Condition): Promise<readonly number[]> {
  const rows = await scoped(db, scope)
    .clearSelect()
    .select('position')
    .where(sql<SqlBool>`(words @@ ${wanted}) is true`)
    .execute();
  return rows.map((row) => row.position);
}

/** All finds through the index, then the newest of them; `materialized` keeps the planner from the walk. */
async function throughIndex(db: Database, scope: SearchScope, wanted: Condition): Promise<readonly number[]> {
  const finds = scoped(db, scope)
    .clearSelect()
    .clearOrderBy()
    .clearLimit()
    .select('position')
    .where(sql<SqlBool>`words @@ ${wanted}`);
  const { rows } = await sql<{ position: number }>`
    with finds as materialized (${finds})
    select position from finds order by position desc limit ${scope.limit}`.execute(db);
  return rows.map((row) => row.position);
}

async function rowsAt(db: Database, positions: readonly number[]): Promise<readonly ListedRow[]> {
  if (positions.length === 0) return [];
  return db
    .selectFrom('attempts')
    .select(listedColumns)
    .where('position', 'in', positions)
    .orderBy('position', 'desc')
    .execute();
}
