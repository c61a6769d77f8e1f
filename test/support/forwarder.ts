/** A cable between seats and a server: leads to another port, takes its time, falls silent, or breaks. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface Forwarder {
  readonly port: number;
  /** Leads new connections to this port of the machine. */
  leadTo(port: number): void;
  /** Swallows everything in both directions, on new connections too, but closes none, as a dead network does. */
  silence(): void;
  /** Ends the silence. What was swallowed is lost, so the connections of that time break. */
  speak(): void;
  /** Breaks all connections. */
  cut(): void;
  close(): Promise<void>;
}

/** @param delay ms that each direction takes */
export async function startForwarder(target: number, delay = 0): Promise<Forwarder> {
  const sockets = new Set<Socket>();
  let port = target;
  let silent = false;
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const server = createServer((near) => {
    const far = connect(port, 'localhost');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one);
      // A network holds nothing back to fill a packet.
      one.setNoDelay(true);
      one.on('error', () => undefined);
      one.on('data', (bytes) => {
        if (silent) return;
        if (delay === 0) other.write(bytes);
        // Timers of one length end in their order.
        else setTimeout(() => void (silent || other.destroyed || other.write(bytes)), delay);
      });
      one.on('close', () => {
        sockets.delete(one);
        if (!silent) other.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    leadTo(next) {
      port = next;
    },
    silence() {
      silent = true;
    },
    speak() {
      silent = false;
      cut();
    },
    cut,
    async close() {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
