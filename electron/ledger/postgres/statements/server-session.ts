/** Knowledge about one connection to the server: whether a pooler stands between, and the names that it has prepared. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import pg from 'pg';
import { UnsendableValue } from './text-format.ts';

/** Process id that the server gave to this connection, or a pooler in its place. */
const givenProcess = (client: pg.ClientBase): number =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : 0;

export class ServerSession {
  /** Names that the server has prepared. It keeps them when their transaction fails, and skips those after an error. */
  readonly prepared = new Set<string>();
  readonly #given: number;
  /** Null until the first transaction has told. */
  #direct: boolean | null = null;

  constructor(client: pg.ClientBase) {
    this.#given = givenProcess(client);
  }

  /** True when the names of statements outlive a transaction. */
  get keepsNames(): boolean {
    return this.#direct === true;
  }

  /**
   * Compares the process that ran a transaction. Every pooler shows a process of its own, in session mode too. One that shows
   * the server's is found out when the next transaction runs elsewhere.
   */
  noteProcess(process: number): void {
    this.#direct = this.#direct !== false && process === this.#given;
  }

  /** Takes the connection for one through a pooler, because a name was not as this seat left it. */
  distrust(): void {
    this.#direct = false;
  }
}

const sessions = new WeakMap<pg.ClientBase, ServerSession>();

export function sessionOf(client: pg.ClientBase): ServerSession {
  const session = sessions.get(client) ?? new ServerSession(client);
  sessions.set(client, session);
  return session;
}

/** Classes of errors after which the server ends the connection: an administrator, an idle transaction, the protocol. */
const endings = /^(57P|25P0[34]|08)/;

/** True after an error of the server after which it listens on, and after one that sent nothing. */
export function leavesUsable(error: unknown): boolean {
  if (error instanceof UnsendableValue) return true;
  if (error instanceof LedgerUnavailable) return error.cause === undefined || leavesUsable(error.cause);
  return error instanceof pg.DatabaseError && !endings.test(error.code ?? '');
}
