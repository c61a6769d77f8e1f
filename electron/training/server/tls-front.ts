/** The gateway's listening socket. Hands each new connection to the TLS server of the current TLS fault. */
import { once } from 'node:events';
import { createServer as createHttpsServer, type Server as HttpsServer, type ServerOptions } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { TlsFault } from '#shared/seat/training.ts';
import type { KeyPairPem, TrainingCertificates } from './certificates.ts';

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

interface Connection {
  readonly raw: Socket;
  /** Null until the handshake is complete. */
  secured: TLSSocket | null;
  /** Answers in progress. */
  readonly open: Set<ServerResponse>;
}

const loopback = '127.0.0.1';
/** Longer than clients keep idle connections, so that this side never closes one just as a request leaves. */
const keepAliveMs = 120_000;
const dropDeadlineMs = 1000;

export class TlsFront {
  readonly #listener: Server;
  readonly #secure: ReadonlyMap<TlsFault | null, HttpsServer>;
  /** Keyed by the client's port, which is unique among the open connections of one listener on loopback. */
  readonly #connections = new Map<number, Connection>();

  /**
   * @param faultOf asked once for each new connection
   * @param answer called for each request over any of the TLS servers
   */
  constructor(certificates: TrainingCertificates, faultOf: () => TlsFault | null, answer: RequestListener) {
    const listener: RequestListener = (request, response) => this.#count(request, response, answer);
    this.#secure = new Map(
      [null, ...Object.keys(tlsFaultOptions)].map((fault) => {
        const kind = fault as TlsFault | null;
        const server = createHttpsServer(optionsFor(kind, certificates), listener);
        server.keepAliveTimeout = keepAliveMs;
        server.on('secureConnection', (socket: TLSSocket) => {
          const connection = this.#connections.get(socket.remotePort ?? 0);
          if (connection) connection.secured = socket;
        });
        return [kind, server] as const;
      }),
    );
    this.#listener = createServer((raw) => {
      const port = raw.remotePort ?? 0;
      const connection: Connection = { raw, secured: null, open: new Set() };
      this.#connections.set(port, connection);
      raw.on('close', () => {
        if (this.#connections.get(port) === connection) this.#connections.delete(port);
      });
      raw.on('error', () => raw.destroy());
      this.#secure.get(faultOf())?.emit('connection', raw);
    });
  }

  /** Listens and returns the port; rejects when it is in use. */
  async listen(port: number): Promise<number> {
    this.#listener.listen(port, loopback);
    await once(this.#listener, 'listening');
    return (this.#listener.address() as AddressInfo).port;
  }

  /**
   * Closes idle connections at once and busy ones after their answer, so that the next request makes a new handshake.
   */
  async dropConnections(): Promise<void> {
    await Promise.all([...this.#connections.values()].map((connection) => drop(connection)));
  }

  /** Stops listening and cuts every connection. */
  async close(): Promise<void> {
    const closed = once(this.#listener, 'close');
    this.#listener.close();
    for (const { raw } of this.#connections.values()) raw.destroy();
    await closed;
  }

  #count(request: IncomingMessage, response: ServerResponse, answer: RequestListener): void {
    const connection = this.#connections.get(request.socket.remotePort ?? 0);
    if (!connection) {
      request.socket.destroy();
      return;
    }
    connection.open.add(response);
    response.on('close', () => connection.open.delete(response));
    answer(request, response);
  }
}

async function drop(connection: Connection): Promise<void> {
  if (connection.open.size > 0) {
    for (const response of connection.open) closeAfter(response);
    return;
  }
  const closed = once(connection.raw, 'close');
  if (connection.secured) connection.secured.end();
  else connection.raw.destroy();
  // A client that ignores the end of the connection is cut off.
  const deadline = setTimeout(() => connection.raw.destroy(), dropDeadlineMs);
  await closed;
  clearTimeout(deadline);
}

/** Announces the end of the connection with the answer, so that the client does not reuse it. */
function closeAfter(response: ServerResponse): void {
  // Read now because the response drops its socket once it is sent.
  const { socket } = response;
  if (response.headersSent) response.on('close', () => socket?.end());
  else response.setHeader('connection', 'close');
}

const chain = (leaf: KeyPairPem, authority: string): ServerOptions => ({
  key: leaf.key,
  cert: `${leaf.certificate}\n${authority}`,
});

/** Server options of each TLS fault. Without a fault, TLS 1.3 and nothing below (section 5, point 4). */
const tlsFaultOptions: Readonly<Record<TlsFault, (certificates: TrainingCertificates) => ServerOptions>> = {
  'tls-1.2': () => ({ minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' }),
  'expired-certificate': ({ expired, authority }) => chain(expired, authority),
  'wrong-host': ({ wrongHost, authority }) => chain(wrongHost, authority),
  'unknown-ca': ({ unknownAuthority }) => ({ key: unknownAuthority.key, cert: unknownAuthority.certificate }),
  'client-certificate-required': ({ authority }) => ({ requestCert: true, rejectUnauthorized: true, ca: authority }),
};

const optionsFor = (fault: TlsFault | null, certificates: TrainingCertificates): ServerOptions => ({
  minVersion: 'TLSv1.3',
  ...chain(certificates.server, certificates.authority),
  ...(fault === null ? {} : tlsFaultOptions[fault](certificates)),
});
