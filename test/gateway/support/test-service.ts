/** A real HTTPS server on loopback that answers as a test demands and counts its requests. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TlsOptions, TLSSocket } from 'node:tls';
import { good } from './certificates.ts';

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Header names as they were on the wire. */
  readonly rawHeaders: readonly string[];
  readonly body: string;
}

export type Answer = (response: ServerResponse, socket: Socket, seen: SeenRequest) => void;

export interface TestService {
  readonly origin: string;
  readonly port: number;
  readonly seen: SeenRequest[];
  /** TLS connections that were completed, and those open now. */
  connections(): number;
  open: Set<TLSSocket>;
  answer: Answer;
  close(): Promise<void>;
}

export const json =
  (body: unknown, status = 200): Answer =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

export const bytes =
  (body: string | Buffer, headers: Record<string, string> = {}, status = 200): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(body);

export async function startService(
  answer: Answer,
  tls: TlsOptions = {},
  greet: (socket: TLSSocket) => void = () => undefined,
): Promise<TestService> {
  let connections = 0;
  const service = { answer, seen: [] as SeenRequest[], open: new Set<TLSSocket>() };
  const server = createServer(
    { ...good, minVersion: 'TLSv1.3', keepAliveTimeout: 60_000, ...tls },
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on('error', () => undefined);
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const seen: SeenRequest = {
          method: request.method ?? '',
          path: request.url ?? '',
          headers: request.headers,
          rawHeaders: request.rawHeaders,
          body: Buffer.concat(chunks).toString('utf8'),
        };
        service.seen.push(seen);
        service.answer(response, request.socket, seen);
      });
    },
  );
  server.on('secureConnection', (socket) => {
    connections++;
    service.open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => service.open.delete(socket));
    greet(socket);
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(service, {
    port,
    origin: `https://localhost:${port}`,
    connections: () => connections,
    async close() {
      server.closeAllConnections();
      for (const socket of service.open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
