/** Listeners on this computer that note whoever reaches them, one port for each way that carries no name of its own. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Ways out that are told apart by the port that they reach. */
const tcpPorts = ['http', 'preconnect', 'turn-tcp', 'ice-tcp'] as const;
const udpPorts = ['stun-udp', 'ice-udp', 'quic'] as const;

export type Ports = Readonly<Record<(typeof tcpPorts)[number] | (typeof udpPorts)[number], number>>;

export interface Listeners {
  readonly ports: Ports;
  /** Names of the ways by which something arrived, an HTTP request by its path. */
  readonly arrived: ReadonlySet<string>;
  close(): void;
}

const answer =
  'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\naccess-control-allow-origin: *\r\ncontent-length: 14\r\nconnection: close\r\n\r\n<title>Control';

/** Listens on loopback. The HTTP port answers each request with a blank page. */
export async function listenForLeaks(): Promise<Listeners> {
  const arrived = new Set<string>();
  const closers: (() => void)[] = [];
  const tcp = async (name: (typeof tcpPorts)[number]): Promise<readonly [string, number]> => {
    const server = createServer((socket) => {
      if (name !== 'http') arrived.add(name);
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        const path = /^[A-Z]+ \/([\w-]*)/.exec(data.toString('latin1'))?.[1];
        if (path !== undefined && name === 'http') arrived.add(path);
        socket.end(answer);
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    closers.push(() => server.close());
    return [name, (server.address() as AddressInfo).port];
  };
  const udp = async (name: (typeof udpPorts)[number]): Promise<readonly [string, number]> => {
    const socket = createSocket('udp4').on('message', () => arrived.add(name));
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    closers.push(() => socket.close());
    return [name, socket.address().port];
  };
  const ports = Object.fromEntries(await Promise.all([...tcpPorts.map(tcp), ...udpPorts.map(udp)])) as Ports;
  return { ports, arrived, close: () => closers.forEach((close) => close()) };
}
