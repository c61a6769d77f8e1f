/** Finds a free port of this machine. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Picks a free port below the range that systems assign by themselves (from 32768 on Linux, 49152 elsewhere), so that
 * no other process is assigned it before it is bound or between two uses.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
