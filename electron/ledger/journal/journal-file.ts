/** The file of the seat's journal: one SQLite connection, opened at the first use, and again after a failure. */
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ReportBug } from '#electron/core/ports/host.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { linkedFile, losesCommits, setAside } from '#electron/ledger/sqlite/damaged-database.ts';
import { connectSqlite, admitFile } from '#electron/ledger/sqlite/sqlite-connection.ts';
import { fileFailureReason, sqliteFailureReason } from '#electron/ledger/sqlite/sqlite-dialect.ts';

export type JournalFile = ReturnType<typeof openJournalFile>;

const schemaVersion = 1;

/** The hold or charge that a begun attempt refers to, of an entry; null for none. */
export const refersTo = "case when json_valid(body) then coalesce(body ->> '$.hold_id', body ->> '$.charge_id') end";

/** Fingerprint of the card that a begun attempt names, of an entry; null for none. */
export const namedCard = "case when json_valid(body) then body ->> '$.card_fingerprint' end";

const schema = `
  create table servers (cluster text primary key not null, timeline integer not null) strict;
  create table ledgers (id text primary key not null, address text not null) strict;
  create table entries (
    number integer primary key,
    ledger text not null,
    kind text not null,
    subject text not null,
    at text not null,
    body text not null,
    seal text not null,
    leads integer not null,
    delivered integer not null default 0,
    seen integer not null default 0
  ) strict;
  create index entries_of_subject on entries (ledger, subject, kind);
  create index entries_of_kind on entries (ledger, kind);
  create index entries_that_refer on entries (ledger, ${refersTo}) where kind = 'begun';
  create index entries_of_card on entries (ledger, ${namedCard}, at) where kind = 'begun';
  create index entries_that_lead on entries (ledger, number) where leads = 1;
  create table links (
    ledger text not null, signer text not null, link integer not null, content text not null,
    primary key (ledger, signer, link)
  ) strict;
  pragma user_version = ${schemaVersion};
`;

/** Returns the SQL of every object, because a trigger of somebody else could drop an entry while it is written. */
const objectsOf = (database: DatabaseSync): string =>
  database
    .prepare('select sql from sqlite_schema where sql is not null order by name')
    .all()
    .map(({ sql }) => String(sql))
    .join(';')
    .replace(/\s+/gu, ' ');

let made: string | null = null;

function wanted(): string {
  if (made !== null) return made;
  const database = new DatabaseSync(':memory:');
  database.exec(schema);
  made = objectsOf(database);
  database.close();
  return made;
}

/** Rights of the file. Those of SQLite beside it get the same. */
const onlyMine = 0o600;
/** Milliseconds to wait for another process. */
const patience = 1_000;

/** @param named absolute path */
export function openJournalFile(named: string, reportBug: ReportBug, now: () => Date) {
  const file = linkedFile(named);
  let database: DatabaseSync | null = null;
  /** SQLite's number of the schema that was compared. */
  let checked: unknown = null;
  /** Number of the file that is open. */
  let inode: number | undefined;
  /** True while the open connection may hold the only copy of the entries: the file is gone and not back yet. */
  let alone = false;
  let closed = false;

  const numberNow = (): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino;

  /** Writes all of a journal anew whose file somebody has removed or exchanged, and which would end with this connection. */
  function putBack(open: DatabaseSync): void {
    makeFolderOf(file);
    setAside(file, now());
    // Under another name until it is whole: SQLite's journal of a half one would be taken for another file's.
    const partial = `${file}.partial`;
    const drop = (): void => [partial, `${partial}-journal`].forEach((name) => rmSync(name, { force: true }));
    drop();
    const handle = openSync(partial, 'wx', onlyMine);
    try {
      open.prepare('vacuum into ?').run(partial);
      fsyncSync(handle);
    } catch (error) {
      drop();
      throw error;
    } finally {
      closeSync(handle);
    }
    renameSync(partial, file);
    forgetConnection();
    reportBug(new Error(`${file} was removed or exchanged while it was open, and was put back.`));
  }

  function connected(): DatabaseSync {
    if (closed) throw new LedgerUnavailable('disconnected', 'The seat’s journal is closed.');
    alone = database !== null;
    if (database !== null && numberNow() !== inode) putBack(database);
    alone = false;
    if (database === null) [database, inode] = [connect(file), numberNow()];
    // Another program may change it while it is open.
    const version = database.prepare('pragma schema_version').get()?.['schema_version'];
    if (version !== checked && objectsOf(database) !== wanted())
      throw new LedgerUnavailable('corrupt', `${file} is not as Caja made it.`);
    checked = version;
    return database;
  }

  function forgetConnection(): void {
    if (database?.isOpen === true) database.close();
    [database, checked] = [null, null];
  }

  return {
    /** Does the work. Keeps a damaged file beside a new one, and does the work once more. Throws `LedgerUnavailable`. */
    use<Value>(work: (database: DatabaseSync) => Value): Value {
      try {
        return work(connected());
      } catch (error) {
        const known = fileFailureReason(sqliteFailureReason(error));
        if (!(known instanceof LedgerUnavailable)) throw known;
        if (known.reason === 'corrupt' || !alone) forgetConnection();
        if (known.reason !== 'corrupt') throw known;
        const kept = setAside(file, now());
        reportBug(new Error(`The seat's journal was damaged. The file was kept as ${kept}.`, { cause: error }));
        return work(connected());
      }
    },
    close(): void {
      closed = true;
      forgetConnection();
    },
  };
}

/** Makes the folder of the file, for this user alone, unless it is there. */
const makeFolderOf = (file: string): string | undefined =>
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });

/** Connects to the file, which only this user may read. @throws LedgerUnavailable for a damaged log, or a file of a newer program */
function connect(file: string): DatabaseSync {
  makeFolderOf(file);
  if (statSync(file, { throwIfNoEntry: false }) === undefined) closeSync(openSync(file, 'a', onlyMine));
  admitFile(file);
  const log = `${file}-wal`;
  if (statSync(log, { throwIfNoEntry: false }) !== undefined && losesCommits(readFileSync(log))) {
    throw new LedgerUnavailable('corrupt', `${log} has entries behind a damaged one.`);
  }
  const database = connectSqlite(file, patience);
  try {
    const version = Number(database.prepare('pragma user_version').get()?.['user_version']);
    if (version > schemaVersion) throw new LedgerUnavailable('newer-version', `${file} has version ${version}.`);
    if (objectsOf(database) === '') database.exec(`begin immediate; ${schema} commit`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
