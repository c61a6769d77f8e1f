/** The gateway's listening socket. Hands each new connection to the TLS server of the current TLS fault. */
import { once } from 'node:events';
import { createServer as createHttpsServer, type Server as HttpsServer, type ServerOptions } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { TlsFault } from '#shared/seat/training.ts';
import type { KeyPairPem, TrainingCertificates } from './certificates.ts';
import { Connection, type ConnectionLimits } from './connection.ts';

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

const loopback = '127.0.0.1';
/** Longest interval in ms between two looks for slow clients. */
const longestCheck = 1000;

export class TlsFront {
  readonly #listener: Server;
  readonly #secure: ReadonlyMap<TlsFault | null, HttpsServer>;
  /** Keyed by the client's port, which is unique among the open connections of one listener on loopback. */
  readonly #connections = new Map<number, Connection>();
  readonly #limits: ConnectionLimits;
  #check: NodeJS.Timeout | null = null;

  /**
   * @param faultOf asked once for each new connection
   * @param answer called for each request over any of the TLS servers
   */
  constructor(
    certificates: TrainingCertificates,
    limits: ConnectionLimits,
    faultOf: () => TlsFault | null,
    answer: RequestListener,
  ) {
    this.#limits = limits;
    const listener: RequestListener = (request, response) => this.#count(request, response, answer);
    this.#secure = new Map(
      [null, ...Object.keys(tlsFaultOptions)].map((fault) => {
        const kind = fault as TlsFault | null;
        const server = createHttpsServer(optionsFor(kind, certificates), listener);
        server.keepAliveTimeout = limits.idle;
        server.on('secureConnection', (socket: TLSSocket) => {
          this.#connections.get(socket.remotePort ?? 0)?.secure(socket);
        });
        return [kind, server] as const;
      }),
    );
    this.#listener = createServer((raw) => {
      const port = raw.remotePort ?? 0;
      const connection = new Connection(raw, limits);
      this.#connections.set(port, connection);
      raw.on('close', () => {
        if (this.#connections.get(port) === connection) this.#connections.delete(port);
      });
      raw.on('error', () => raw.destroy());
      this.#secure.get(faultOf())?.emit('connection', raw);
    });
    this.#listener.maxConnections = limits.connections;
  }

  /** Listens and returns the port; rejects when it is in use. */
  async listen(port: number): Promise<number> {
    this.#listener.listen(port, loopback);
    await once(this.#listener, 'listening');
    const { handshake, header, body, idle, unread } = this.#limits;
    const interval = Math.min(longestCheck, Math.ceil(Math.min(handshake, header, body, idle, unread) / 4));
    this.#check = setInterval(() => this.#cutOverdue(), interval).unref();
    return (this.#listener.address() as AddressInfo).port;
  }

  /**
   * Closes idle connections at once and busy ones after their answer, so that the next request makes a new handshake.
   */
  async dropConnections(): Promise<void> {
    await Promise.all([...this.#connections.values()].map((connection) => connection.drop()));
  }

  /** Stops listening and cuts every connection. */
  async close(): Promise<void> {
    const closed = once(this.#listener, 'close');
    this.#listener.close();
    if (this.#check !== null) clearInterval(this.#check);
    for (const connection of this.#connections.values()) connection.cut();
    await closed;
  }

  #cutOverdue(): void {
    const now = performance.now();
    for (const connection of this.#connections.values()) connection.cutOverdue(now);
  }

  #count(request: IncomingMessage, response: ServerResponse, answer: RequestListener): void {
    const connection = this.#connections.get(request.socket.remotePort ?? 0);
    if (!connection) {
      request.socket.destroy();
      return;
    }
    connection.begin(request, response);
    answer(request, response);
  }
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
