/**
 * Stand-in for a pooler: speaks just enough of PostgreSQL's protocol on the loopback to refuse startup options, hide the server's
 * process ids, and, in transaction mode, give each transaction to the next connection of the server.
 */
import { randomInt } from 'node:crypto';
import { connect, createServer, type Socket } from 'node:net';
import pg from 'pg';
import type { Pooler, PoolerOptions } from './pgbouncer.ts';

/** Codes in place of a version in the first message of a connection. */
const firstCodes = { startup: 196_608, cancel: 80_877_102, tls: 80_877_103, gss: 80_877_104 } as const;
const acceptedParameters = new Set(['user', 'database', 'application_name', 'client_encoding', 'replication']);

interface Frame {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Cuts a stream into messages. Only the first message of a client has no type. */
class Frames {
  #rest = Buffer.alloc(0);
  *take(chunk: Buffer, typed: () => boolean): Generator<Frame> {
    this.#rest = Buffer.concat([this.#rest, chunk]);
    for (;;) {
      const head = typed() ? 1 : 0;
      if (this.#rest.length < head + 4) return;
      const length = head + this.#rest.readInt32BE(head);
      if (this.#rest.length < length) return;
      const bytes = this.#rest.subarray(0, length);
      this.#rest = this.#rest.subarray(length);
      yield { type: head === 1 ? String.fromCharCode(bytes[0] ?? 0) : '', bytes };
    }
  }
}

const int32 = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(value, 4 * index);
  return bytes;
};
const message = (type: string, body: Buffer): Buffer =>
  Buffer.concat([Buffer.from(type), int32(body.length + 4), body]);
const texts = (...values: readonly string[]): Buffer => Buffer.from(values.map((value) => `${value}\0`).join(''));
const refusal = (text: string): Buffer => message('E', texts('SFATAL', 'VFATAL', 'C08P01', `M${text}`, ''));
const ready = message('Z', Buffer.from('I'));

/** A connection to the real server, taken over from pg after it has signed in. */
interface Server {
  readonly socket: Socket;
  readonly process: { readonly id: number; readonly key: number };
  user: ((frame: Frame) => void) | null;
  ended: () => void;
}

async function openServer({ server }: PoolerOptions, database: string): Promise<Server> {
  const { port, user, password } = server;
  const client = new pg.Client({ host: '127.0.0.1', port, user, password, database });
  client.on('error', () => undefined);
  await client.connect();
  const { processID: id, secretKey: key } = client as unknown as { processID: number; secretKey: number };
  const socket = client.connection.stream as Socket;
  socket.setNoDelay(true);
  socket.removeAllListeners('data');
  const opened: Server = { socket, process: { id, key }, user: null, ended: () => undefined };
  const frames = new Frames();
  socket.on('data', (chunk) => {
    for (const frame of frames.take(chunk, () => true)) opened.user?.(frame);
  });
  socket.on('close', () => opened.ended());
  return opened;
}

/** Connections to one database, lent in turn, so that two transactions of a client rarely meet the same one. */
class ServerPool {
  readonly all = new Set<Server>();
  readonly #options: PoolerOptions;
  readonly #database: string;
  readonly #idle: Server[] = [];
  readonly #waiting: ((server: Server) => void)[] = [];
  #opening = 0;

  constructor(options: PoolerOptions, database: string) {
    this.#options = options;
    this.#database = database;
  }

  async borrow(): Promise<Server> {
    if (this.all.size + this.#opening < this.#options.size) return this.#open();
    const idle = this.#idle.shift();
    if (idle !== undefined) return idle;
    const { promise, resolve, reject } = Promise.withResolvers<Server>();
    this.#waiting.push(resolve);
    const timer = setTimeout(() => {
      this.#waiting.splice(this.#waiting.indexOf(resolve), 1);
      reject(new Error('query_wait_timeout'));
    }, this.#options.wait);
    return promise.finally(() => clearTimeout(timer));
  }

  async #open(): Promise<Server> {
    this.#opening += 1;
    try {
      const server = await openServer(this.#options, this.#database);
      this.all.add(server);
      server.ended = () => this.drop(server);
      return server;
    } finally {
      this.#opening -= 1;
    }
  }

  giveBack(server: Server): void {
    server.user = null;
    const next = this.#waiting.shift();
    if (next !== undefined) next(server);
    else this.#idle.push(server);
  }

  /** Cleans the session up before the next client gets it, as pgbouncer does in session mode. */
  clean(server: Server): void {
    server.user = ({ type }) => {
      if (type === 'Z') this.giveBack(server);
    };
    server.socket.write(message('Q', texts('discard all')));
  }

  drop(server: Server): void {
    this.all.delete(server);
    const index = this.#idle.indexOf(server);
    if (index >= 0) this.#idle.splice(index, 1);
    server.socket.destroy();
  }
}

/** One client of the pooler. */
class Served {
  readonly #socket: Socket;
  readonly #mode: PoolerOptions['mode'];
  readonly #pool: ServerPool;
  readonly #refusals: string[];
  #server: Server | null = null;
  #borrowing = false;
  /** Messages that wait for a server. */
  #kept: Buffer[] = [];
  /** Answers to come before the server is free. */
  #awaited = 0;
  #inTransaction = false;

  constructor(socket: Socket, mode: PoolerOptions['mode'], pool: ServerPool, refusals: string[]) {
    this.#refusals = refusals;
    this.#socket = socket;
    this.#mode = mode;
    this.#pool = pool;
    socket.on('close', () => this.#leave());
  }

  take({ type, bytes }: Frame): void {
    if (type === 'X') {
      this.#socket.end();
      return;
    }
    if (type === 'Q' || type === 'S') this.#awaited += 1;
    if (this.#server !== null) this.#server.socket.write(bytes);
    else {
      this.#kept.push(bytes);
      void this.assign();
    }
  }

  async assign(): Promise<Server | null> {
    if (this.#borrowing) return null;
    this.#borrowing = true;
    try {
      const server = await this.#pool.borrow();
      server.user = (frame) => this.#answer(server, frame);
      server.ended = () => {
        this.#pool.drop(server);
        this.#socket.destroy();
      };
      this.#server = server;
      if (this.#socket.destroyed) this.#leave();
      else for (const bytes of this.#kept.splice(0)) server.socket.write(bytes);
      return server;
    } catch (error) {
      this.#socket.end(refusal(error instanceof Error ? error.message : String(error)));
      return null;
    } finally {
      this.#borrowing = false;
    }
  }

  #answer(server: Server, { type, bytes }: Frame): void {
    // The connection that listens is not the one that the client has at the moment.
    if (type === 'A' && this.#mode === 'transaction') return;
    this.#socket.write(bytes);
    if (type === 'E') this.#refusals.push(/\0C(.{5})\0/.exec(bytes.toString())?.[1] ?? '');
    if (type !== 'Z') return;
    this.#awaited -= 1;
    this.#inTransaction = String.fromCharCode(bytes[5] ?? 0) !== 'I';
    if (this.#mode === 'transaction' && this.#awaited === 0 && !this.#inTransaction) this.release(server);
  }

  release(server: Server): void {
    this.#server = null;
    server.ended = () => this.#pool.drop(server);
    this.#pool.giveBack(server);
  }

  #leave(): void {
    const server = this.#server;
    if (server === null) return;
    this.#server = null;
    server.ended = () => this.#pool.drop(server);
    if (this.#inTransaction || this.#awaited > 0) this.#pool.drop(server);
    else this.#pool.clean(server);
  }

  cancel(): void {
    const server = this.#server;
    if (server === null) return;
    const socket = connect(server.socket.remotePort ?? 0, '127.0.0.1', () => {
      socket.end(int32(16, firstCodes.cancel, server.process.id, server.process.key));
    });
    socket.on('error', () => undefined);
  }
}

function startupParameters(bytes: Buffer): ReadonlyMap<string, string> {
  const words = bytes.subarray(8, -2).toString().split('\0');
  return new Map(words.flatMap((name, index) => (index % 2 === 0 ? [[name, words[index + 1] ?? ''] as const] : [])));
}

export async function startPoolerStandIn(options: PoolerOptions): Promise<Pooler> {
  const pools = new Map<string, ServerPool>();
  const clients = new Map<number, Served>();
  const sockets = new Set<Socket>();
  const refusals: string[] = [];

  const poolOf = (database: string): ServerPool => {
    const pool = pools.get(database) ?? new ServerPool(options, database);
    pools.set(database, pool);
    return pool;
  };

  async function welcome(socket: Socket, bytes: Buffer): Promise<Served | null> {
    const parameters = startupParameters(bytes);
    const unknown = [...parameters.keys()].find((name) => !acceptedParameters.has(name));
    const full = clients.size >= options.clients;
    if (unknown !== undefined || full) {
      const text = full ? 'no more connections allowed (max_client_conn)' : `unsupported startup parameter: ${unknown}`;
      socket.end(refusal(text));
      return null;
    }
    const served = new Served(socket, options.mode, poolOf(parameters.get('database') ?? ''), refusals);
    const key = randomInt(2 ** 31 - 1);
    clients.set(key, served);
    socket.on('close', () => clients.delete(key));
    // In session mode the client has its connection from the beginning.
    const assignsNow = options.mode === 'session' || options.showsProcesses === true;
    const first = assignsNow ? await served.assign() : null;
    if (assignsNow && first === null) return null;
    if (first !== null && options.mode === 'transaction') served.release(first);
    const shown = first !== null && options.showsProcesses === true ? first.process.id : randomInt(2 ** 31 - 1);
    const says = [
      message('R', int32(0)),
      message('S', texts('client_encoding', 'UTF8')),
      message('K', int32(shown, key)),
    ];
    socket.write(Buffer.concat([...says, ready]));
    return served;
  }

  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    const frames = new Frames();
    let started = false;
    let served: Promise<Served | null> | null = null;
    socket.on('data', (chunk) => {
      for (const frame of frames.take(chunk, () => started)) {
        if (started) {
          void served?.then((client) => client?.take(frame));
          continue;
        }
        const code = frame.bytes.readInt32BE(4);
        if (code === firstCodes.tls || code === firstCodes.gss) socket.write('N');
        else if (code === firstCodes.cancel) {
          clients.get(frame.bytes.readInt32BE(12))?.cancel();
          socket.end();
        } else {
          started = true;
          served = welcome(socket, frame.bytes);
        }
      }
    });
  });
  await new Promise<void>((resolve) => {
    listener.listen(0, '127.0.0.1', resolve);
  });
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The stand-in has no port.');
  return {
    port: address.port,
    asksForPassword: false,
    refusals,
    async stop() {
      const closed = new Promise((resolve) => {
        listener.close(resolve);
      });
      for (const socket of sockets) socket.destroy();
      for (const pool of pools.values()) for (const server of pool.all) server.socket.destroy();
      await closed;
    },
  };
}
