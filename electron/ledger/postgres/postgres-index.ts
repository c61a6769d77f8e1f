/**
 * The search index on PostgreSQL: a GIN index over the words of each attempt, which are kept by the week. A word of one
 * week is a lexeme of its own, so that a search reads the newest weeks first and stops when its page is full, where an
 * index over the bare words gives all finds of all time in no order. Needs no extension.
 */
import { oneDay } from '#shared/durations.ts';
import { sql } from 'kysely';
import { listedColumns, type ListedRow } from '#electron/ledger/attempts/attempt-rows.ts';
import type { Database, Work } from '#electron/ledger/engine.ts';
import { columnTerms } from '#electron/ledger/search/filter-terms.ts';
import { slots } from '#electron/ledger/attempts/position.ts';
import { attemptWords, type AttemptWords } from '#electron/ledger/search/search-tokens.ts';

/** Positions of one week; weeks are counted from the first position. */
export const week = 7 * oneDay * slots;
const lastWeek = 9_999;
/** Four digits, so that no week is the beginning of another. A clock that is wrong by decades still has a week. */
const weekOf = (position: number): string =>
  String(Math.min(Math.max(Math.floor(position / week), 0), lastWeek)).padStart(4, '0');

/** The same in the database. @param position SQL of a bigint */
export const weekIn = (position: string) =>
  sql.raw<number>(`least(greatest(floor(${position} / ${week}.0), 0), ${lastWeek})::integer`);

export const reversed = (word: string): string => [...word].toReversed().join('');

/** What an attempt is found by: words, references also backwards after `<`, amounts after `=`, filters after `$`. */
export function lexemes(row: ListedRow, words: AttemptWords): string[] {
  const inWeek = weekOf(row.position);
  const found = new Set([
    ...words.plain,
    ...words.references,
    ...words.references.map((word) => `<${reversed(word)}`),
    ...words.amounts.map((amount) => `=${amount}`),
    ...columnTerms(row),
  ]);
  return [...found].map((word) => inWeek + word);
}

const portion = 500;

const lockKey = sql`hashtext('caja.words')`;

/** Before a search: puts everything that was written until now into the index. */
export async function indexNewInPostgres(db: Database): Promise<void> {
  while (await indexPortionInPostgres(db, 'before a search'));
}

/**
 * Puts some of what was written since into the index. Nobody who records a payment waits for it, since it locks no attempt.
 * Of all who have this ledger open one at a time does it: what it read is then never older than what is in the index.
 * @param when in a pause there is nothing to do while another seat does it
 * @returns whether there is more
 */
export function indexPortionInPostgres(db: Database, when: 'in a pause' | 'before a search'): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    // The notes of what is not indexed come back with the index after a power cut: its commit need not wait for the disk.
    const { rows: locked } = await sql<{ mine: boolean }>`
      select set_config('synchronous_commit', 'off', true),
        ${when === 'in a pause' ? sql`pg_try_advisory_xact_lock(${lockKey})` : sql`pg_advisory_xact_lock(${lockKey}) is not null`} as mine`.execute(
      trx,
    );
    return locked[0]?.mine === true && (await indexNotes(trx)) === portion;
  });
}

/** @returns how many notes were done */
async function indexNotes(trx: Work): Promise<number> {
  const notes = await trx.selectFrom('attempts_unindexed').selectAll().orderBy('number').limit(portion).execute();
  if (notes.length === 0) return 0;
  const positions = [...new Set(notes.map((note) => note.position))];
  const rows = await trx.selectFrom('attempts').select(listedColumns).where('position', 'in', positions).execute();
  const words = rows.map((row) => `{${lexemes(row, attemptWords(row)).join(',')}}`);
  await sql`
    insert into attempt_words (position, words)
    select given.position, array_to_tsvector(given.words::text[])
    from unnest(${rows.map((row) => row.position)}::bigint[], ${words}::text[]) as given (position, words)
    on conflict (position) do update set words = excluded.words`.execute(trx);
  const numbers = notes.map((note) => note.number);
  await sql`delete from attempts_unindexed where number = any(${numbers}::bigint[])`.execute(trx);
  return notes.length;
}

/** Takes rows that are about to be deleted out of the index, and keeps them from being put into it again. */
export async function forget(trx: Work, positions: readonly number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx);
  await sql`delete from attempt_words where position = any(${positions}::bigint[])`.execute(trx);
}
