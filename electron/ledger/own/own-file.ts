/** File of this seat's own commits: one SQLite connection, and one flush for all notes of the same moment. */
import { closeSync, mkdirSync, openSync, statSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import { setAside } from '#electron/ledger/sqlite/set-aside.ts';
import { connectSqlite } from '#electron/ledger/sqlite/sqlite-connection.ts';
import { fileFailureReason, sqliteFailureReason } from '#electron/ledger/sqlite/sqlite-failure-reason.ts';

/** Runs one statement. @returns the number of rows that it wrote */
export type Run = (statement: string, ...values: readonly SQLInputValue[]) => number;
export type OwnRow = Readonly<Record<string, unknown>>;

export interface OwnFile {
  /** Writes durably, in one transaction with other notes of the same moment. Rejects with `LedgerUnavailable`. */
  write<Value>(work: (run: Run) => Value): Promise<Value>;
  /** Writes with the next durable note, or a moment later. For notes that a crash may lose. */
  writeSoon(work: (run: Run) => void): void;
  /** Reads what is written, without what still waits. Throws `LedgerUnavailable`. */
  read(statement: string, ...values: readonly SQLInputValue[]): readonly OwnRow[];
  /** Writes what still waits. */
  flush(): void;
  /** Writes what still waits, then closes. Never rejects. */
  close(): Promise<void>;
}

const schemaVersion = 1;

const schema = `
  create table servers (cluster text primary key not null, timeline integer not null) strict;
  create table ledgers (id text primary key not null, address text not null) strict;
  create table commits (
    number integer primary key,
    ledger text not null,
    id text not null,
    started_at text not null,
    begun text,
    confirmed integer not null default 0,
    answered_at text,
    resolved_at text,
    seen integer not null default 0,
    unique (ledger, id)
  ) strict;
  create table steps (
    number integer primary key,
    of integer not null references commits (number) on delete cascade,
    step text not null,
    confirmed integer not null default 0
  ) strict;
  create index steps_of on steps (of);
  pragma user_version = ${schemaVersion};
`;

/** Longest time that a note without urgency waits for a durable one, in ms. */
const pause = 200;

interface Note {
  readonly work: (run: Run) => unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Opens the file at the first use, and again after a failure, so that a full disk stops payments and not the program. */
export function openOwnFile(file: string, reportBug: ReportBug, now: () => Date): OwnFile {
  let database: DatabaseSync | null = null;
  let waiting: Note[] = [];
  let flushing: NodeJS.Immediate | null = null;
  let later: NodeJS.Timeout | null = null;
  let closed = false;

  function connected(): DatabaseSync {
    if (closed) throw new LedgerUnavailable('disconnected', 'The ledger is closed.');
    database ??= connect(file);
    return database;
  }

  function forgetConnection(): void {
    if (database?.isOpen === true) database.close();
    database = null;
  }

  /** Does the work. Keeps a damaged file beside a new one, and does the work once more. */
  function attempted<Value>(work: (database: DatabaseSync) => Value): Value {
    try {
      return work(connected());
    } catch (error) {
      const known = fileFailureReason(sqliteFailureReason(error));
      if (!(known instanceof LedgerUnavailable)) throw known;
      forgetConnection();
      if (known.reason !== 'corrupt') throw known;
      const kept = setAside(file, now());
      reportBug(new Error(`The seat's own commits were damaged. The file was kept as ${kept}.`, { cause: error }));
      return work(connected());
    }
  }

  function writeAll(notes: readonly Note[]): readonly unknown[] {
    return attempted((open) => {
      open.exec('begin immediate');
      try {
        const run: Run = (statement, ...values) => Number(open.prepare(statement).run(...values).changes);
        const values = notes.map(({ work }) => work(run));
        open.exec('commit');
        return values;
      } catch (error) {
        // A full disk makes SQLite roll back by itself.
        if (open.isTransaction) open.exec('rollback');
        throw error;
      }
    });
  }

  function flush(): void {
    if (flushing !== null) clearImmediate(flushing);
    if (later !== null) clearTimeout(later);
    flushing = null;
    later = null;
    const notes = waiting;
    waiting = [];
    if (notes.length === 0) return;
    try {
      const values = writeAll(notes);
      for (const [index, { resolve }] of notes.entries()) resolve(values[index]);
    } catch (error) {
      for (const { reject } of notes) reject(error);
    }
  }

  return {
    write<Value>(work: (run: Run) => Value) {
      const { promise, resolve, reject } = Promise.withResolvers<Value>();
      waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      // The request to the server leaves first, so that both commits take place at the same time.
      flushing ??= setImmediate(flush);
      return promise;
    },
    writeSoon(work) {
      waiting.push({ work, resolve: () => undefined, reject: reportBug });
      later ??= setTimeout(flush, pause).unref();
    },
    read: (statement, ...values) => attempted((open) => open.prepare(statement).all(...values)),
    flush,
    close() {
      flush();
      closed = true;
      forgetConnection();
      return Promise.resolve();
    },
  };
}

/** Connects to the file, which only this user may read. @throws LedgerUnavailable for a file of a newer program */
function connect(file: string): DatabaseSync {
  mkdirSync(path.dirname(file), { recursive: true });
  // Its journal files get the permissions of the file itself.
  if (statSync(file, { throwIfNoEntry: false }) === undefined) closeSync(openSync(file, 'a', 0o600));
  const database = connectSqlite(file, patience);
  try {
    const version = Number(database.prepare('pragma user_version').get()?.['user_version']);
    if (version > schemaVersion) throw new LedgerUnavailable('newer-version', `${file} has version ${version}.`);
    if (version < schemaVersion) database.exec(`begin immediate; ${schema} commit`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Milliseconds to wait for another process. */
const patience = 1_000;
