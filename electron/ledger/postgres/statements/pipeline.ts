/**
 * Sends statements to PostgreSQL in one round trip. All of them precede a single `sync`, which the server takes as one
 * transaction (protocol flow, "Pipelining"): it commits all of them at the sync, or none after an error.
 */
import type { CompiledQuery, PostgresQueryResult } from 'kysely';
import pg from 'pg';
import {
  type Columns,
  type ServerSession,
  sessionOf,
  checkSettings,
  setLimits,
  setSettings,
  settingsError,
} from './server-session.ts';
import { confirmedCommit } from '#electron/ledger/postgres/connection/standby-wait.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { createHash } from 'node:crypto';

/**
 * Names for statements, whose texts PostgreSQL is sent, and plans, once per connection: saves two milliseconds of a payment, most of
 * the bytes of a heartbeat, and a third of the server's work for the open screens of fifty seats.
 */
const names = new Map<string, string>();
/** Texts of reads that came once. */
const once = new Set<string>();
/** Most texts of reads that are kept, named or not. A search can have a text of its own. */
const mostReads = 250;

/**
 * Marks a statement as one that gets a name. Only for the few texts written in the ledger, because names are never dropped.
 * A name follows from its text, so that a pooler that mixes up connections can't run another statement under it.
 */
export function nameStatement(text: string): void {
  if (names.has(text)) return;
  names.set(text, `caja_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`);
}

/** Marks a read when it comes again. */
export function nameRepeated(text: string): void {
  if (names.has(text) || names.size >= mostReads) return;
  if (once.delete(text)) return nameStatement(text);
  if (once.size >= mostReads) once.clear();
  once.add(text);
}

/** Returns the name of a marked statement, or the empty name. */
export const nameOf = (text: string): string => names.get(text) ?? '';

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;
type StatementResult = PostgresQueryResult<unknown>;

/** A `write` is durable. A `read` need not wait for the disk. */
type PipelineKind = 'write' | 'read';

function constant(sql: string): Statement {
  nameStatement(sql);
  return { sql, parameters: [] };
}
/** Statements around those of a transaction. */
const before = { write: constant(setSettings), read: constant(setLimits) } as const;
const after = { write: [constant(checkSettings)], read: [] } as const;

type Callback = (error: Error | null, results?: readonly StatementResult[]) => void;

declare module 'pg' {
  /** Receives the messages of an answer, which the client passes on to the query that they belong to. */
  interface Query {
    handleRowDescription(description: { readonly fields: Columns }): void;
    handleDataRow(row: unknown): void;
    handleCommandComplete(end: unknown, connection: pg.Connection): void;
  }
}

/**
 * One query of several statements to pg, which sends it while earlier ones wait for their answers, and reads its results. Has the
 * columns of each prepared statement described once per connection: they were a third of a heartbeat, and 2 kB of each read of payments.
 * The server refuses a prepared statement whose columns have changed since (0A000).
 */
class Pipeline extends pg.Query {
  readonly #prepared: ReadonlyMap<string, Columns>;
  readonly #messages: readonly { readonly name: string; readonly text: string; readonly values: (string | null)[] }[];
  /** Columns of each statement that is prepared. Kept here, because a failure that comes before the answer forgets the names. */
  readonly #columns: (Columns | undefined)[] = [];
  /** Number of statements that are answered. */
  #answered = 0;
  /** True when pg knows the columns of the statement that is being answered. */
  #isDescribed = false;
  /** Statements that it prepares, with their columns. */
  readonly prepares = new Map<string, Columns>();
  /** pg wraps it to stop its timer. */
  callback: Callback;

  constructor({ keepsNames, prepared }: ServerSession, statements: readonly Statement[], callback: Callback) {
    super({ text: '' });
    this.#prepared = prepared;
    // Encoded before the first message, because a value that can't be sent must not leave half a pipeline behind.
    this.#messages = statements.map(({ sql: text, parameters }) => ({
      name: keepsNames ? nameOf(text) : '',
      text,
      values: parameters.map(asText),
    }));
    this.callback = callback;
  }

  override submit = (connection: pg.Connection): void => {
    connection.stream.cork();
    try {
      for (const { name, text, values } of this.#messages) {
        const columns = this.#prepared.get(name);
        this.#columns.push(columns);
        if (columns === undefined) {
          if (name !== '') {
            // An earlier one may prepare the name too, without an answer yet. Closing one that does not exist is no error.
            connection.close({ type: 'S', name }, true);
            this.prepares.set(name, []);
          }
          connection.parse({ name, text, types: [] }, true);
        }
        connection.bind({ portal: '', statement: name, binary: '', values }, true);
        if (columns === undefined) connection.describe({ type: 'P', name: '' }, true);
        connection.execute(null, true);
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  };

  override handleRowDescription(description: { readonly fields: Columns }): void {
    this.#isDescribed = true;
    const { name } = this.#messages[this.#answered] ?? { name: '' };
    if (this.prepares.has(name)) this.prepares.set(name, description.fields);
    super.handleRowDescription(description);
  }

  override handleDataRow(row: unknown): void {
    if (!this.#isDescribed) this.handleRowDescription({ fields: this.#columns[this.#answered] ?? [] });
    super.handleDataRow(row);
  }

  override handleCommandComplete(end: unknown, connection: pg.Connection): void {
    this.#answered += 1;
    this.#isDescribed = false;
    super.handleCommandComplete(end, connection);
  }
}

async function send(
  client: pg.ClientBase,
  session: ServerSession,
  kind: PipelineKind,
  statements: readonly Statement[],
): Promise<readonly StatementResult[]> {
  for (const { sql } of statements) (kind === 'read' ? nameRepeated : nameStatement)(sql);
  const { promise, resolve, reject } = Promise.withResolvers<readonly StatementResult[]>();
  const pipeline = new Pipeline(session, [before[kind], ...statements, ...after[kind]], (error, results = []) => {
    for (const [name, columns] of pipeline.prepares) {
      if (error === null) session.prepared.set(name, columns);
      else session.prepared.delete(name);
    }
    if (error === null) resolve(results);
    else reject(error);
  });
  client.query(pipeline);
  // Answered at the sync, when everything is committed.
  const [set, ...results] = await promise;
  session.noteProcess((set?.rows as readonly { readonly process: number }[] | undefined)?.[0]?.process ?? 0);
  return results.slice(0, statements.length);
}

/**
 * Errors about names: a name that the server does not know (26000) or knows already (42P05) shows a pooler that looked like a
 * direct connection, and a plan may no longer fit its tables after a migration (0A000).
 */
const namesFailed = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && ['26000', '42P05', '0A000'].includes(error.code ?? '');

/**
 * Runs the statements as one transaction. Rejects with the first error. Nothing is written then, unless the connection broke
 * before the commit was answered.
 */
async function runPipeline(
  client: pg.ClientBase,
  session: ServerSession,
  kind: PipelineKind,
  statements: readonly Statement[],
): Promise<readonly StatementResult[]> {
  const named = session.keepsNames;
  try {
    return await send(client, session, kind, statements);
  } catch (error) {
    if (!named || !namesFailed(error)) throw settingsError(error);
    // An error of any statement proves that none was written, so the same transaction may be sent again, without names.
    session.distrust();
    return runPipeline(client, session, kind, statements);
  }
}

/** Thrown before anything is sent, so that the connection stays usable. */
class UnsendableValue extends TypeError {}

/** Encodes a value. Throws `UnsendableValue` for anything that the ledger does not store. */
export function asText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `{${value.map(asElement).join(',')}}`;
  throw new UnsendableValue(`A statement can't take a ${typeof value}.`);
}

function asElement(value: unknown): string {
  const text = asText(value);
  if (text === null) return 'NULL';
  return Array.isArray(value) ? text : `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/**
 * Sends the statements as one transaction. They are made when the connection is free. Rejects with the first error. Nothing is
 * written then, unless the connection broke before the commit was answered.
 * @param patience longest wait for a commit, in ms; null without one
 */
export async function sendTogether(
  lender: Lender,
  kind: PipelineKind,
  build: () => readonly Statement[],
  patience: number | null,
): Promise<readonly StatementResult[]> {
  const { client, begins, release } = await borrowForMessage(lender);
  let statements: readonly Statement[];
  try {
    statements = build();
  } catch (error) {
    release();
    throw error;
  }
  const send = () => runPipeline(client, sessionOf(client), kind, statements);
  try {
    const results = await (patience === null ? send() : confirmedCommit(client, patience, send, begins));
    release();
    return results;
  } catch (error) {
    // A connection whose last answer may still come is not used again.
    release(!leavesUsable(error));
    throw error;
  }
}

/** Classes of errors after which the server ends the connection: an administrator, an idle transaction, the protocol. */
const endings = /^(57P|25P0[34]|08)/;

/** True after an error of the server after which it listens on, and after one that sent nothing. */
export function leavesUsable(error: unknown): boolean {
  if (error instanceof UnsendableValue) return true;
  if (error instanceof LedgerUnavailable) return error.cause === undefined || leavesUsable(error.cause);
  return error instanceof pg.DatabaseError && !endings.test(error.code ?? '');
}

/** Connection for one message, in which everything is sent that belongs together. */
export interface MessageConnection {
  readonly client: pg.Client;
  /** Resolves when the server has answered what others sent before. */
  readonly begins: Promise<void>;
  release(broken?: boolean): void;
}

/** Part of `pg.Pool` that lends connections: for a transaction of several messages, or for one message. */
export interface Lender extends Pick<pg.Pool, 'connect'> {
  /** Lends the payments connection, where no pooler stands between, to several messages that don't wait for each other. */
  readonly share?: () => Promise<MessageConnection>;
}

/** Borrows a connection for one message, beside others where it can be shared. */
async function borrowForMessage(lender: Lender): Promise<MessageConnection> {
  if (lender.share !== undefined) return lender.share();
  const client = await lender.connect();
  return { client, begins: Promise.resolve(), release: (broken) => client.release(broken) };
}
