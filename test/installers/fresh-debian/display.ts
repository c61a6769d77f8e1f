/** A display without a screen on this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export interface Display {
  /** Name for `DISPLAY`. */
  readonly name: string;
  close(): Promise<void>;
}

export async function openDisplay(): Promise<Display> {
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = (await Promise.race([once(server.stdout, 'data'), once(server, 'exit')])) as [unknown];
  if (server.exitCode !== null) throw new Error('Xvfb could not be started');
  return {
    name: `:${String(number).trim()}`,
    async close() {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
    },
  };
}
