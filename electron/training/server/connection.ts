/** One connection to the training gateway, and the limits that cut off slow and silent clients. */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { oneMinute } from '#shared/durations.ts';

/** Times in ms. Node's own limits never start, because its HTTP servers don't listen themselves. */
export interface ConnectionLimits {
  /** Most open connections. Further ones are closed at once. */
  readonly connections: number;
  /** From the connection to the end of the TLS handshake. */
  readonly handshake: number;
  /** From the first byte of a request to the end of its header. */
  readonly header: number;
  /** From there to the end of its body. */
  readonly body: number;
  /** Without a request. Longer than clients keep idle connections, so that none is closed just as a request leaves. */
  readonly idle: number;
  /** For which a client may take no byte of its answer. */
  readonly unread: number;
}

export const usualLimits: ConnectionLimits = {
  connections: 512,
  handshake: 10_000,
  header: 10_000,
  body: 20_000,
  idle: 2 * oneMinute,
  unread: 30_000,
};

const dropDeadline = 1000;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly since: number;
}

export class Connection {
  readonly #raw: Socket;
  readonly #limits: ConnectionLimits;
  readonly #exchanges = new Set<Exchange>();
  /** Null until the handshake is complete. */
  #secured: TLSSocket | null = null;
  /** Start of the handshake, later of the time without a request. */
  #since = performance.now();
  /** Bytes of all requests so far, in clear. */
  #bytesOfRequests = 0;
  #headerSince: number | null = null;
  /** Bytes of answers that wait for the client, and since when their number is the same. */
  #unread = { bytes: 0, since: 0 };

  constructor(raw: Socket, limits: ConnectionLimits) {
    this.#raw = raw;
    this.#limits = limits;
  }

  secure(socket: TLSSocket): void {
    this.#secured = socket;
    this.#since = performance.now();
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    this.#headerSince = null;
    this.#exchanges.add({ request, response, since: performance.now() });
    response.on('close', () => this.#settle());
  }

  /** Cuts the connection when its client is too slow. Called again and again. */
  cutOverdue(now: number): void {
    this.#settle();
    if (this.#isOverdue(now)) this.cut();
  }

  cut(): void {
    this.#raw.destroy();
  }

  /** Closes an idle connection at once and a busy one after its answers. */
  async drop(): Promise<void> {
    const open = [...this.#exchanges].map(({ response }) => response).filter((response) => !response.closed);
    if (open.length > 0) {
      for (const response of open) closeAfter(response);
      return;
    }
    const closed = once(this.#raw, 'close');
    if (this.#secured) this.#secured.end();
    else this.cut();
    // A client that ignores the end of the connection is cut off.
    const deadline = setTimeout(() => this.cut(), dropDeadline);
    await closed;
    clearTimeout(deadline);
  }

  #isOverdue(now: number): boolean {
    const { handshake, header, body, idle } = this.#limits;
    if (this.#secured === null) return now - this.#since > handshake;
    if (this.#exchanges.size > 0) {
      const slow = [...this.#exchanges].some(({ request, since }) => !request.complete && now - since > body);
      return slow || this.#isUnread(this.#secured, now);
    }
    if (this.#secured.bytesRead === this.#bytesOfRequests) return now - this.#since > idle;
    this.#headerSince ??= now;
    return now - this.#headerSince > header;
  }

  #isUnread({ writableLength }: TLSSocket, now: number): boolean {
    if (writableLength === 0 || writableLength !== this.#unread.bytes)
      this.#unread = { bytes: writableLength, since: now };
    return now - this.#unread.since > this.#limits.unread;
  }

  /** Forgets exchanges that are over. Answered early, a request goes on until its last byte. */
  #settle(): void {
    for (const exchange of this.#exchanges) {
      if (!exchange.response.closed || !exchange.request.complete) continue;
      this.#exchanges.delete(exchange);
      this.#since = performance.now();
      this.#bytesOfRequests = this.#secured?.bytesRead ?? 0;
    }
  }
}

/** Announces the end of the connection with the answer, so that the client does not reuse it. */
function closeAfter(response: ServerResponse): void {
  // Read now because the response drops its socket once it is sent.
  const { socket } = response;
  if (response.headersSent) response.on('close', () => socket?.end());
  else response.setHeader('connection', 'close');
}
