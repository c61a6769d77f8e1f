/**
 * Search index on PostgreSQL: a GIN index over the words of each attempt by week. Each word of a week is a separate lexeme,
 * so a search reads the newest weeks first and stops when its page is full. An index over bare words would return all finds
 * of all time in no order. Needs no extension.
 */
import { oneDay } from '#shared/durations.ts';
import { sql } from 'kysely';
import type { Database, Work } from '#electron/ledger/engine/engine.ts';
import { columnTerms } from '#electron/ledger/search/filter-terms.ts';
import { slots } from '#electron/ledger/rows/position.ts';
import { attemptWords, type AttemptWords } from '#electron/ledger/rows/search-tokens.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import { isReadable } from '#electron/ledger/rows/attempt-rows.ts';

/** Positions per week, counted from the first position. */
export const week = 7 * oneDay * slots;
export const lastWeek = 9_999;
/** Four digits, so that no week is the beginning of another. A clock that is wrong by decades still has a week. */
const weekOf = (position: number): string =>
  String(Math.min(Math.max(Math.floor(position / week), 0), lastWeek)).padStart(4, '0');

/** `weekOf` in SQL. @param position SQL of a bigint */
export const weekIn = (position: string) =>
  sql.raw<number>(`least(greatest(floor(${position} / ${week}.0), 0), ${lastWeek})::integer`);

export const reversed = (word: string): string => [...word].toReversed().join('');

/** Terms of an attempt: words, references reversed after `<`, amounts after `=`, filters after `$`. */
const termsOf = (row: ListedRow, words: AttemptWords): readonly string[] => [
  ...new Set([
    ...words.plain,
    ...words.references,
    ...words.references.map((word) => `<${reversed(word)}`),
    ...words.amounts.map((amount) => `=${amount}`),
    ...columnTerms(row),
  ]),
];

/** Lexemes of an attempt: its terms in its week. */
export const lexemes = (row: ListedRow, words: AttemptWords): readonly string[] =>
  termsOf(row, words).map((term) => weekOf(row.position) + term);

const portion = 500;

const lockKey = sql`hashtext('caja.words')`;

/**
 * Indexes everything that was written until now, before a search. Only one seat indexes at a time, so that its data is never
 * older than the index.
 * @param waits whether to wait for a seat that is already indexing
 * @returns false when it was left to such a seat
 */
export async function indexNewInPostgres(db: Database, waits: boolean): Promise<boolean> {
  for (;;) {
    const indexed = await indexPortion(db, waits);
    if (indexed !== portion) return indexed !== null;
  }
}

/**
 * Indexes some of the new attempts in a pause, unless another seat does. No payment waits for it, because it locks no attempt.
 * @returns true when there are more
 */
export async function indexPortionInPostgres(db: Database): Promise<boolean> {
  return (await indexPortion(db, false)) === portion;
}

/** @returns number of notes done; null when another seat is indexing and this one does not wait */
function indexPortion(db: Database, waits: boolean): Promise<number | null> {
  return db.transaction().execute(async (trx) => {
    // Need not wait for the disk, because a power cut restores the notes of unindexed attempts with the former index.
    const { rows: locked } = await sql<{ mine: boolean }>`
      select set_config('synchronous_commit', 'off', true),
        ${waits ? sql`pg_advisory_xact_lock(${lockKey}) is not null` : sql`pg_try_advisory_xact_lock(${lockKey})`} as mine`.execute(
      trx,
    );
    return locked[0]?.mine === true ? indexNotes(trx) : null;
  });
}

/**
 * Reads the attempts that are not indexed yet with their terms, for a search that does not wait for another seat's indexing.
 * @returns null when there are too many to compare
 */
export async function unindexedAttempts(
  db: Database,
): Promise<readonly { readonly row: ListedRow; readonly terms: readonly string[] }[] | null> {
  const notes = db
    .selectFrom('attempts_unindexed')
    .select('position')
    .distinct()
    .limit(portion + 1);
  const rows = await db
    .selectFrom(notes.as('notes'))
    // A note of a purged attempt counts too, so that more notes than were read are noticed.
    .leftJoin('attempts', 'attempts.position', 'notes.position')
    .select(listedColumns.map((column) => `attempts.${column}` as const))
    .execute();
  if (rows.length > portion) return null;
  return (rows as readonly ListedRow[])
    .filter((row) => row.id !== null)
    .map((row) => ({ row, terms: isReadable(row) ? termsOf(row, attemptWords(row)) : [] }));
}

/** @returns number of notes done */
async function indexNotes(trx: Work): Promise<number> {
  const notes = await trx.selectFrom('attempts_unindexed').selectAll().orderBy('number').limit(portion).execute();
  if (notes.length === 0) return 0;
  const positions = [...new Set(notes.map((note) => note.position))];
  const rows = await trx.selectFrom('attempts').select(listedColumns).where('position', 'in', positions).execute();
  const words = rows.map((row) => `{${(isReadable(row) ? lexemes(row, attemptWords(row)) : []).join(',')}}`);
  await sql`
    insert into attempt_words (position, words)
    select given.position, array_to_tsvector(given.words::text[])
    from unnest(${rows.map((row) => row.position)}::bigint[], ${words}::text[]) as given (position, words)
    on conflict (position) do update set words = excluded.words`.execute(trx);
  const numbers = notes.map((note) => note.number);
  await sql`delete from attempts_unindexed where number = any(${numbers}::bigint[])`.execute(trx);
  return notes.length;
}

/** Removes rows that are about to be deleted from the index, and keeps others from indexing them meanwhile. */
export async function forget(trx: Work, positions: readonly number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx);
  await sql`delete from attempt_words where position = any(${positions}::bigint[])`.execute(trx);
}
