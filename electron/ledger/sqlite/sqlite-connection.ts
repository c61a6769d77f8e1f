/**
 * Connections to an SQLite file: with the ledger's settings, to prove that no other program has it open, and to compare every object of
 * it with those that the migrations make. A trigger of somebody else could change an outcome while it is written, so a file with one is
 * never used.
 */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { DatabaseSync } from 'node:sqlite';
import { closeSync, existsSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { Kysely } from 'kysely';
import { appliedMigrations, checkApplied, migrations, migrateFile } from '#electron/ledger/migrations/migrate.ts';
import { besideFile } from './damaged-database.ts';
import { nodeSqliteDialect } from './sqlite-dialect.ts';

/** Options of every connection: no statement may change the schema's own table or a shadow table of the search index. */
export const guarded = { defensive: true, allowExtension: false } as const;

/**
 * Admits a file to be opened by SQLite, and undoes what a first opening as a copy that was cut off has left in it.
 * @throws LedgerUnavailable for a folder or a pipe, which would be waited for, in the place of the file or one beside it, for a file
 * with a second name: each name has a log of its own, so programs on both would miss each other's commits, and for one beside the rollback
 * journal of another file, which SQLite would write into it. A file in WAL mode has none of its own (https://sqlite.org/howtocorrupt.html)
 */
export function admitFile(file: string): void {
  for (const name of ['', ...besideFile].map((ending) => file + ending)) {
    if (statSync(name, { throwIfNoEntry: false })?.isFile() === false)
      throw new LedgerUnavailable('other', `${name} is no file. Move it away.`);
  }
  if ((statSync(file, { throwIfNoEntry: false })?.nlink ?? 1) > 1)
    throw new LedgerUnavailable('other', `${file} has a second name (hard link). Put a copy of the file in its place.`);
  const journal = `${file}-journal`;
  if (sizeOf(journal) === 0 || isCutOffAtFirst(file)) return;
  if (!isCutOffOnWayToWal(file))
    throw new LedgerUnavailable(
      'other',
      `${journal} would be written into ${file}, and is not of this file. Move it away.`,
    );
  // SQLite undoes the switch at the first statement that may write. A reader can't.
  runOnFile(file, 'select 1 from sqlite_schema', patience);
}

/** Runs statements over a connection that is closed afterwards. @param timeout ms to wait for another program that has the file locked */
export function runOnFile(file: string, statements: string, timeout: number): void {
  const database = new DatabaseSync(file, { ...guarded, timeout });
  try {
    database.exec(statements);
  } finally {
    database.close();
  }
}

/** Milliseconds to wait for another program that is on the same way. */
const patience = 1_000;

/** @returns bytes; 0 for a file that is not there */
export const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Returns a function that tells whether an open file and its log are still the ones that have these names. */
export function inPlace(file: string): () => boolean {
  const numbers = () => ['', '-wal'].map((end) => statSync(file + end, { throwIfNoEntry: false })?.ino).join();
  const opened = numbers();
  return () => numbers() === opened;
}

/** Size of SQLite's pages. */
const onePage = 4_096;

/** True for what a first start left that was cut off at its first page: a reader can't undo that, and there is nothing to check. */
export const isCutOffAtFirst = (file: string): boolean => sizeOf(`${file}-journal`) > 0 && sizeOf(file) <= onePage;

/** Bytes in front of a page in a rollback journal, with the page's number as the last 4 (https://sqlite.org/fileformat2.html). */
const beforePage = 516;
/** Bytes of a file's header that a switch to WAL mode changes: the versions of its format, and who changed it how often. */
const ofSwitch = [
  [18, 20],
  [24, 28],
  [92, 100],
] as const;

/**
 * True for a copy, which is not in WAL mode, whose first opening was cut off while it went there. Its journal has as many pages as the
 * file, and at most the first one, as it is but for the marks of the mode.
 */
function isCutOffOnWayToWal(file: string): boolean {
  const size = sizeOf(`${file}-journal`);
  if (size < 20 || size > beforePage + onePage + 4) return false;
  const [journal, page] = [readFileSync(`${file}-journal`), firstPage(file)];
  const former = journal.subarray(beforePage, beforePage + onePage);
  return (
    journal.readUInt32BE(16) === sizeOf(file) / onePage &&
    (former.length === 0 || journal.readUInt32BE(beforePage - 4) === 1) &&
    former.every((byte, at) => byte === page[at] || ofSwitch.some(([from, to]) => at >= from && at < to))
  );
}

function firstPage(file: string): Buffer {
  const page = Buffer.alloc(onePage);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, page);
  } finally {
    closeSync(handle);
  }
  return page;
}

/**
 * Connects and applies the settings; closes the connection when that fails.
 * @param timeout milliseconds to wait for another process meanwhile
 * @throws LedgerUnavailable as `admitFile` does
 */
export function connectSqlite(file: string, timeout: number): DatabaseSync {
  admitFile(file);
  const database = new DatabaseSync(file, { ...guarded, timeout });
  try {
    prepare(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function prepare(database: DatabaseSync): void {
  const fts5 = database.prepare(`select sqlite_compileoption_used('ENABLE_FTS5') as has`).get()?.['has'];
  if (fts5 !== 1) throw new LedgerUnavailable('other', 'This SQLite was built without FTS5, which the search needs.');
  // FULL: each commit is on the disk when it returns (invariant 1); fullfsync makes macOS mean it.
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma fullfsync = on;
    pragma foreign_keys = on;
    pragma trusted_schema = off;
    pragma cache_size = -16384;
    pragma temp_store = memory;
    pragma busy_timeout = 0;
  `);
}

/**
 * Returns the instances of programs that have ended without signing out. Every connection holds a lock on the file while it is
 * open (WAL mode), so all registered instances are dead while this one has the file for itself. Neither a clock, a process id
 * nor a host name matters. Empty when another program has the file open; heartbeats decide then.
 */
export function endedInstances(file: string): readonly string[] {
  if (!existsSync(file)) return [];
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(file, { ...guarded, timeout: 0 });
    // Set before the first access, it keeps other connections out of a file in WAL mode as well.
    database.exec(
      'pragma locking_mode = exclusive; pragma fullfsync = on; pragma checkpoint_fullfsync = on; begin exclusive',
    );
    const registered = database.prepare(`select 1 from sqlite_schema where name = 'instances'`).get() !== undefined;
    const rows = registered ? database.prepare('select id from instances').all() : [];
    database.exec('rollback');
    return rows.map((row) => String(row['id'] ?? ''));
  } catch {
    // Locked, or unusable in a way that opening the ledger reports.
    return [];
  } finally {
    database?.close();
  }
}

type Objects = ReadonlyMap<string, string>;

/** Statistics of ANALYZE, which only guide the planner. SQLite itself reserves their names. */
const statistics: ReadonlySet<string> = new Set(['table sqlite_stat1', 'table sqlite_stat4']);

function objectsOf(database: DatabaseSync): Objects {
  const rows = database.prepare('select type, name, tbl_name, sql from sqlite_schema').all();
  return new Map(
    rows
      .map(
        (row) => [`${String(row['type'])} ${String(row['name'])}`, `${String(row['tbl_name'])} ${sqlOf(row)}`] as const,
      )
      .filter(([name]) => !statistics.has(name)),
  );
}

/** Indexes that a constraint makes have no SQL. */
const sqlOf = (row: Readonly<Record<string, unknown>>): string => (typeof row['sql'] === 'string' ? row['sql'] : '');

/** Objects of each version that was checked before. */
const expected = new Map<number, Objects>();

async function objectsAfter(version: number): Promise<Objects> {
  const database = new DatabaseSync(':memory:');
  try {
    await migrateFile(
      new Kysely<unknown>({ dialect: nodeSqliteDialect(database, 0) }),
      undefined,
      migrations.slice(0, version),
    );
    return objectsOf(database);
  } finally {
    database.close();
  }
}

/**
 * Checks the list of migrations and every object of the schema, without writing.
 * @returns the number of migrations applied; 0 for an empty database
 * @throws LedgerUnavailable `newer-version`; `corrupt` when an object is missing or reads differently; `altered` when there is
 * one that Caja did not make. The message names the object
 */
export async function checkSchema(database: DatabaseSync): Promise<number> {
  const applied = await appliedMigrations(new Kysely<unknown>({ dialect: nodeSqliteDialect(database, 0) }));
  checkApplied(applied, 'sqlite');
  const version = applied.length;
  const wanted = expected.get(version) ?? (await objectsAfter(version));
  expected.set(version, wanted);
  const found = objectsOf(database);
  for (const [name, sql] of wanted) {
    if (found.get(name) !== sql) {
      throw new LedgerUnavailable('corrupt', `The ledger's file is damaged: ${name} is not as Caja made it.`);
    }
  }
  for (const name of found.keys()) {
    if (!wanted.has(name)) throw new LedgerUnavailable('altered', name);
  }
  return version;
}
