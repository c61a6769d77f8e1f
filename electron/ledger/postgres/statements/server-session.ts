/** Knowledge about one connection to the server: whether a pooler stands between, and the names that it has prepared. */
import type pg from 'pg';

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
