/** The gateway's listening socket. Hands each new connection to the TLS server of the current TLS fault. */
import { once } from 'node:events';
import { createServer as createHttpsServer, type Server as HttpsServer, type ServerOptions } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
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
  /** Each server is made when the first connection needs it. */
  readonly #secure = new Map<TlsFault | null, Promise<HttpsServer>>();
  readonly #certificates: TrainingCertificates;
  readonly #answer: RequestListener;
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
    this.#certificates = certificates;
    this.#limits = limits;
    this.#answer = answer;
    this.#listener = createServer((raw) => {
      const port = raw.remotePort ?? 0;
      const connection = new Connection(raw, limits);
      this.#connections.set(port, connection);
      raw.on('close', () => {
        if (this.#connections.get(port) === connection) this.#connections.delete(port);
      });
      raw.on('error', () => raw.destroy());
      void this.#hand(raw, faultOf());
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

  async #hand(raw: Socket, fault: TlsFault | null): Promise<void> {
    const server = this.#secure.get(fault) ?? this.#serverFor(fault);
    this.#secure.set(fault, server);
    (await server).emit('connection', raw);
  }

  async #serverFor(fault: TlsFault | null): Promise<HttpsServer> {
    const server = createHttpsServer(await optionsFor(fault, this.#certificates), (request, response) =>
      this.#count(request, response),
    );
    server.keepAliveTimeout = this.#limits.idle;
    server.on('secureConnection', (socket: TLSSocket) => {
      this.#connections.get(socket.remotePort ?? 0)?.secure(socket);
    });
    return server;
  }

  #cutOverdue(): void {
    const now = performance.now();
    for (const connection of this.#connections.values()) connection.cutOverdue(now);
  }

  #count(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connections.get(request.socket.remotePort ?? 0);
    if (!connection) {
      request.socket.destroy();
      return;
    }
    connection.begin(request, response);
    this.#answer(request, response);
  }
}

const chain = (leaf: KeyPairPem, authority: string): ServerOptions => ({
  key: leaf.key,
  cert: `${leaf.certificate}\n${authority}`,
});

/** Server options of each TLS fault. Without a fault, TLS 1.3 and nothing below (section 5, point 4). */
const tlsFaultOptions: Readonly<
  Record<TlsFault, (certificates: TrainingCertificates) => ServerOptions | Promise<ServerOptions>>
> = {
  'tls-1.2': () => ({ minVersion: 'TLSv1.2', maxVersion: 'TLSv1.2' }),
  'expired-certificate': async ({ expired, authority }) => chain(await expired(), authority),
  'wrong-host': async ({ wrongHost, authority }) => chain(await wrongHost(), authority),
  'unknown-ca': async ({ unknownAuthority }) => {
    const { key, certificate: cert } = await unknownAuthority();
    return { key, cert };
  },
  'client-certificate-required': ({ authority }) => ({ requestCert: true, rejectUnauthorized: true, ca: authority }),
};

const optionsFor = async (fault: TlsFault | null, certificates: TrainingCertificates): Promise<ServerOptions> => ({
  minVersion: 'TLSv1.3',
  ...chain(certificates.server, certificates.authority),
  ...(fault === null ? {} : await tlsFaultOptions[fault](certificates)),
});
