/** Counts what a search finds, for the progress of an export. Far cheaper than reading it, and never long in one go. */
import { sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import type { HistoryFilter } from '#shared/ledger/history.ts';
import { positionAt } from '#electron/ledger/rows/position.ts';
import type { Database, Engine } from '#electron/ledger/engine/engine.ts';
import { filteredByColumns, filterTerms } from './filter-terms.ts';
import { sqliteTerms } from './sqlite-terms.ts';
import { soughtWords } from '#electron/ledger/rows/search-tokens.ts';

/** Rows that one statement counts: some milliseconds. */
const portion = 20_000;

interface Bounds {
  readonly from: number | null;
  readonly before: number | null;
}

/** Counts one portion, newest first. `last` is the position of its oldest row. */
type CountPortion = (db: Database, bounds: Bounds) => Promise<{ readonly found: number; readonly last: number | null }>;

const counted = {
  found: sql<number>`cast(count(*) as bigint)`.as('found'),
  last: sql<number | null>`cast(min(position) as bigint)`.as('last'),
};

/** @returns null for a search by words, which are compared with the rows themselves */
export async function countFound(engine: Engine, filter: HistoryFilter): Promise<number | null> {
  if (soughtWords(filter.text).length > 0) return null;
  const terms = filterTerms(filter);
  const count = engine.kind === 'sqlite' && terms.length > 0 ? countTerms(terms) : countWith(filter);
  const from = filter.from === null ? null : positionAt(filter.from);
  let before = filter.until === null ? null : positionAt(filter.until);
  for (let total = 0; ;) {
    const bounds = { from, before };
    const { found, last } = await engine.read((db) => count(db, bounds));
    total += found;
    if (last === null || found < portion) return total;
    before = last;
    // SQLite counts in this thread.
    await setImmediate();
  }
}

const positionsIn = (db: Database, { from, before }: Bounds) => {
  let query = db.selectFrom('attempts').select('position').orderBy('position', 'desc').limit(portion);
  if (from !== null) query = query.where('position', '>=', from);
  if (before !== null) query = query.where('position', '<', before);
  return query;
};

/** Counts in the search index alone, which has the newest rows a moment later. */
const countTerms = (terms: readonly string[]): CountPortion => {
  const { match } = sqliteTerms(
    [],
    terms.map((term) => [term]),
  );
  return (db, { from, before }) => {
    const upTo = from === null ? sql`` : sql`and rowid <= ${-from}`;
    const after = before === null ? sql`` : sql`and rowid > ${-before}`;
    const part = sql<{ position: number }>`(select -rowid as position from attempt_words
      where attempt_words match ${match} ${upTo} ${after} order by rowid limit ${portion})`;
    return db.selectFrom(part.as('part')).select([counted.found, counted.last]).executeTakeFirstOrThrow();
  };
};

/** Counts rows by their columns. */
const countWith =
  (filter: HistoryFilter): CountPortion =>
  (db, bounds) => {
    const query = filteredByColumns(positionsIn(db, bounds), filter);
    return db.selectFrom(query.as('part')).select([counted.found, counted.last]).executeTakeFirstOrThrow();
  };
