/**
 * Search index on PostgreSQL: a GIN index over the words of each attempt by week. Each word of a week is a separate lexeme,
 * so a search reads the newest weeks first and stops when its page is full. An index over bare words would return all finds
 * of all time in no order. Needs no extension.
 */
import { oneDay } from '#shared/durations.ts';
import { sql } from 'kysely';
import type { Database, Work } from '#electron/ledger/engine/engine.ts';
import { columnTerms } from '#electron/ledger/search/search-terms.ts';
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
    const { rows } = await noted(waits).execute(trx);
    return rows[0]?.mine === true ? indexNotes(trx, rows.filter(hasNotes)) : null;
  });
}

/** Notes of an attempt, with the attempt unless it was purged. Without notes there is one row, which tells of the lock. */
interface NotedRow extends ListedRow {
  readonly mine: boolean;
  readonly numbers: readonly string[] | null;
}

const hasNotes = (row: NotedRow): boolean => row.numbers !== null;

/**
 * Takes the lock and reads the oldest notes in one round trip. Need not wait for the disk, because a power cut restores the notes
 * of unindexed attempts with the former index.
 */
const noted = (waits: boolean) => sql<NotedRow>`
  with locked as materialized (
    select set_config('synchronous_commit', 'off', true),
      ${waits ? sql`pg_advisory_xact_lock(${lockKey}) is not null` : sql`pg_try_advisory_xact_lock(${lockKey})`} as mine
  )
  select locked.mine, notes.numbers, ${sql.join(listedColumns.map((column) => sql.ref(`attempts.${column}`)))}
  from locked
    left join lateral (
      select position, array_agg(number) as numbers
      from (select number, position from attempts_unindexed where locked.mine order by number limit ${sql.lit(portion)}) as oldest
      group by position
    ) as notes on true
    left join attempts on attempts.position = notes.position`;

/** An attempt that is not indexed yet, with its terms. */
export interface Unindexed {
  readonly row: ListedRow;
  readonly terms: readonly string[];
}

/**
 * Indexes before a search, unless another seat is indexing: with many seats, each screen would wait until all others have had their turn.
 * @returns attempts that the index lacks nevertheless, or of which it knows an earlier state
 */
export async function leftUnindexed(db: Database): Promise<readonly Unindexed[]> {
  if (await indexNewInPostgres(db, false)) return [];
  const left = await unindexedAttempts(db);
  if (left === null) await indexNewInPostgres(db, true);
  return left ?? [];
}

/** @returns null when there are too many to compare */
async function unindexedAttempts(db: Database): Promise<readonly Unindexed[] | null> {
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

/**
 * Indexes the attempts whose notes are still there and that still exist. They were read at the same moment as the lock was taken,
 * when another seat may just have indexed a later state of them, or purged them.
 * @returns number of notes done
 */
async function indexNotes(trx: Work, rows: readonly NotedRow[]): Promise<number> {
  const numbers = rows.flatMap((row) => row.numbers ?? []);
  if (numbers.length === 0) return 0;
  const present = rows.filter(({ id }) => id !== null);
  const words = present.map((row) => `{${(isReadable(row) ? lexemes(row, attemptWords(row)) : []).join(',')}}`);
  await sql`
    with done as (delete from attempts_unindexed where number = any(${numbers}::bigint[]) returning position)
    insert into attempt_words (position, words)
    select given.position, array_to_tsvector(given.words::text[])
    from unnest(${present.map((row) => row.position)}::bigint[], ${words}::text[]) as given (position, words)
    where given.position in (select position from done)
      and exists (select from attempts where attempts.position = given.position)
    on conflict (position) do update set words = excluded.words`.execute(trx);
  return numbers.length;
}

/** Removes rows that are about to be deleted from the index, and keeps others from indexing them meanwhile. */
export async function forget(trx: Work, positions: readonly number[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx);
  await sql`delete from attempt_words where position = any(${positions}::bigint[])`.execute(trx);
}
