/** The lock of the first instance, and the socket for a second one's arguments. */
import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { ownSwitches } from '../launch.ts';

type OnSecond = (argv: readonly string[], workingDirectory: string, additionalData: unknown) => void;

/** Tells whether a process is running. */
function runs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export class SingleInstance {
  /** Resolves once a second instance has told the first. Resolved already in the first. */
  delivered: Promise<void> = Promise.resolve();
  private lockFile: string | null = null;
  private server: net.Server | null = null;

  get held(): boolean {
    return this.lockFile !== null;
  }

  request(folder: string, additionalData: unknown, onSecond: OnSecond): boolean {
    if (this.held) return true;
    mkdirSync(folder, { recursive: true });
    const lockFile = path.join(folder, 'stand-in.lock');
    // Socket paths are limited in length, and the data folder's path may be long.
    const hash = createHash('sha256').update(folder).digest('hex').slice(0, 16);
    const socketOf = (pid: number): string => path.join(os.tmpdir(), `electron-host-${hash}-${pid}`);
    // The lock appears complete and after the socket, because a second instance may start at any moment.
    this.listen(socketOf(process.pid), onSecond);
    const fresh = `${lockFile}.${process.pid}`;
    writeFileSync(fresh, String(process.pid));
    try {
      linkSync(fresh, lockFile);
    } catch {
      const first = Number(readFileSync(lockFile, 'utf8'));
      if (runs(first)) {
        this.server?.close();
        this.delivered = this.tell(socketOf(first), additionalData);
        return false;
      }
      renameSync(fresh, lockFile);
    } finally {
      rmSync(fresh, { force: true });
    }
    this.lockFile = lockFile;
    return true;
  }

  release(): void {
    if (this.lockFile !== null) rmSync(this.lockFile, { force: true });
    this.lockFile = null;
    this.server?.close();
  }

  private tell(socket: string, additionalData: unknown): Promise<void> {
    return new Promise((resolve) => {
      const connection = net.connect(socket);
      connection.setTimeout(2_000, () => connection.destroy());
      connection.on('error', () => {}).on('close', () => resolve());
      const [executable, ...args] = process.argv;
      // The command line as Chromium has it, with Electron's own switches.
      const argv = [executable, ...ownSwitches, ...args];
      connection.end(JSON.stringify({ argv, workingDirectory: process.cwd(), additionalData }));
    });
  }

  private listen(socket: string, onSecond: OnSecond): void {
    rmSync(socket, { force: true });
    this.server = net.createServer({ allowHalfOpen: false }, (connection) => {
      let text = '';
      connection.setEncoding('utf8').on('data', (data: string) => (text += data));
      connection
        .on('error', () => {})
        .on('end', () => {
          const { argv, workingDirectory, additionalData } = JSON.parse(text) as {
            argv: string[];
            workingDirectory: string;
            additionalData: unknown;
          };
          onSecond(argv, workingDirectory, additionalData);
        });
    });
    this.server.on('error', (error) => console.error('stand-in: no second instance will be heard:', error.message));
    this.server.listen(socket).unref();
  }
}
