/**
 * Statements of a transaction: those that are sent together, those that follow the writing of a payment, free positions and present
 * ids; the adding of rows, and their reading in pages and stretches.
 */
import { setImmediate } from 'node:timers/promises';
import { sql, type CompiledQuery, type InsertObject, type QueryResult, type RawBuilder } from 'kysely';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { slots } from '#electron/ledger/rows/position.ts';
import type { Tables } from '#electron/ledger/rows/tables.ts';
import type { Database, Reader, Work, WrittenPayment } from './engine.ts';

/** Number of rows, as a number on both engines. */
export const counted = sql<number>`cast(count(*) as bigint)`;

/** Runs queries one after the other within a transaction, in one round trip: none is sent after the answer to another one. */
export const together = (trx: Work, queries: readonly CompiledQuery[]): Promise<readonly QueryResult<unknown>[]> =>
  trx
    .getExecutor()
    .provideConnection((connection) => Promise.all(queries.map((each) => connection.executeQuery(each))));

/** Does the same with statements. @returns the number of rows that each wrote */
export async function inTurn(trx: Work, statements: readonly CompiledQuery[]): Promise<readonly number[]> {
  return (await together(trx, statements)).map(({ numAffectedRows = 0n }) => Number(numAffectedRows));
}

/**
 * Condition for a payment that stands as it was written: of what follows it in the same transaction. One that was written back with the
 * same answer meanwhile is another row.
 */
export const isWritten = ({
  position,
  id,
  state,
  answered_at,
  restored_at,
}: WrittenPayment['row']): RawBuilder<unknown> =>
  sql`exists (select 1 from attempts where position = ${position} and id = ${id} and state = ${state}
    and answered_at is not distinct from ${answered_at}
    and restored_at is not distinct from ${restored_at})`;

/** Returns these positions of attempts, each moved to the next free one where another attempt has it. */
export async function freePositions(trx: Work, wanted: readonly number[]): Promise<readonly number[]> {
  const rows = await trx
    .selectFrom('attempts')
    .select('position')
    .where(({ or, between }) => or(wanted.map((first) => between('position', first, first + 4 * slots - 1))))
    .execute();
  const taken = new Set(rows.map(({ position }) => position));
  return wanted.map((first) => {
    let position = first;
    while (taken.has(position)) position += 1;
    taken.add(position);
    return position;
  });
}

/** Returns those of these ids that an attempt has. */
export async function presentAmong(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('attempts').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Rows per statement, limited by its parameters. */
const rowsAtOnce = 200;

/** Adds rows. Those that are there already stay as they are. */
export async function addMissing<Name extends keyof Tables>(
  db: Database,
  table: Name,
  rows: readonly InsertObject<Tables, Name>[],
): Promise<void> {
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    const added = db.insertInto(table).values(rows.slice(first, first + rowsAtOnce));
    await added.onConflict((conflict) => conflict.doNothing()).execute();
  }
}

/**
 * Returns what refuses a place that was passed before. SQLite believes the order of a damaged table, and would go round in it for ever. Every
 * place is compared with one whose number is a power of two, which any circle meets again.
 */
export function refuseCircles(): (place: unknown) => void {
  let passed = 0;
  let mark: unknown = null;
  return (place) => {
    if (place === mark)
      throw new LedgerUnavailable('corrupt', 'Rows of a table come again and again, because its order is damaged.');
    passed += 1;
    if (Number.isInteger(Math.log2(passed))) mark = place;
  };
}

/**
 * Yields rows in pages, each read after the last row of the one before, until there are no more. SQLite works in this thread, so payments
 * get a turn after each page.
 * @param place tells by what the rows are ordered
 */
export async function* pagesOf<Row, Place>(
  start: Place,
  place: (row: Row) => Place,
  read: (after: Place) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  const pass = refuseCircles();
  for (let after = start; ;) {
    const page = await read(after);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = place(last);
    pass(after);
    await setImmediate();
  }
}

/** Rows of a table that one statement passes on SQLite: some milliseconds. */
const passedAtOnce = 5_000;

/** Rows of a table behind one place, up to another one; null for all the rest. */
export interface Stretch<Place> {
  readonly after: Place;
  readonly end: NonNullable<Place> | null;
}

/**
 * Yields the stretches of a table in which little may be found: SQLite works in this thread, so payments get a turn between them. At a
 * server one stretch is all.
 * @param nth reads the place of the row that is so many rows behind another place
 */
export async function* stretchesOf<Place>(
  { kind, read }: Reader,
  start: Place,
  nth: (db: Database, after: Place, offset: number) => Promise<NonNullable<Place> | undefined>,
): AsyncGenerator<Stretch<Place>> {
  const pass = refuseCircles();
  for (let after = start; ;) {
    const from = after;
    const end = kind === 'sqlite' ? ((await read((db) => nth(db, from, passedAtOnce - 1))) ?? null) : null;
    yield { after, end };
    if (end === null) return;
    after = end;
    pass(after);
    await setImmediate();
  }
}

/** Yields the stretches of the attempts behind a position. */
export const attemptStretches = (engine: Reader, from = Number.MIN_SAFE_INTEGER) =>
  stretchesOf(engine, from, async (db, after, offset) => {
    const places = db.selectFrom('attempts').select('position').where('position', '>', after).orderBy('position');
    return (await places.limit(1).offset(offset).executeTakeFirst())?.position;
  });
