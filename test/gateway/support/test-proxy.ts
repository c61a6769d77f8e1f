/** A real HTTP proxy on loopback that tunnels with CONNECT and records the bytes that it can see. */
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

export interface TestProxy {
  readonly url: string;
  readonly seen: {
    readonly target: string;
    readonly authorization: string | undefined;
    readonly userAgent: string | undefined;
  }[];
  /** Every byte from the client to the service through the tunnel. */
  readonly passed: Buffer[];
  /** HTTP status of the answer to CONNECT. */
  status: number;
  /** Milliseconds for which everything after the service's handshake is delayed. */
  holdBackMs: number;
  /** Resets every connection, like a firewall that has lost its state. */
  reset(): void;
  close(): Promise<void>;
}

export async function startProxy(): Promise<TestProxy> {
  const sockets = new Set<Socket>();
  const proxy = { seen: [] as TestProxy['seen'], passed: [] as Buffer[], status: 200, holdBackMs: 0 };
  const server = createServer();
  server.on('connect', (request, socket: Socket) => {
    sockets.add(socket.on('error', () => undefined));
    proxy.seen.push({
      target: request.url ?? '',
      authorization: request.headers['proxy-authorization'],
      userAgent: request.headers['user-agent'],
    });
    if (proxy.status === 0) return void socket.destroy();
    if (proxy.status !== 200) return void socket.end(`HTTP/1.1 ${proxy.status} No\r\n\r\n`);
    const { hostname, port } = new URL(`https://${request.url}`);
    const upstream = connect({ host: hostname, port: Number(port) }, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.on('data', (chunk: Buffer) => proxy.passed.push(chunk));
      socket.pipe(upstream);
      let flights = 0;
      upstream.on('data', (chunk: Buffer) => {
        const hold = flights++ === 0 ? 0 : proxy.holdBackMs;
        if (hold === 0) socket.write(chunk);
        else setTimeout(() => socket.write(chunk), hold);
      });
      upstream.on('end', () => setTimeout(() => socket.end(), proxy.holdBackMs));
    });
    sockets.add(upstream.on('error', () => socket.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(proxy, {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    reset() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
