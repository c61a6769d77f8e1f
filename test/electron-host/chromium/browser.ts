/** The one Chromium of this run: started when the program is ready for it, asked by every part of the stand-in. */
import { mkdirSync } from 'node:fs';
import { Connection } from './connection.ts';
import { findChromium } from './find.ts';
import type { Answer, Method, Parameters } from './protocol.ts';

interface StartOptions {
  readonly profileFolder: string;
  readonly driven: boolean;
  readonly headed: boolean;
  readonly extraArguments: readonly string[];
}

/** Chromium asks hosts on the internet at start unless it is told not to. */
const quiet = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-extensions',
  '--disable-breakpad',
  // The last two ask a person whether a page may reach this machine, where Electron asks the program.
  '--disable-features=Translate,MediaRouter,OptimizationHints,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets',
];

/** A window in the background is a window like any other to a test. */
const steady = [
  '--disable-dev-shm-usage',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-background-timer-throttling',
  '--password-store=basic',
  '--block-new-web-contents',
  '--hide-crash-restore-bubble',
];

class Browser {
  shell = false;
  version = '';
  private connection: Connection | null = null;

  async start({ profileFolder, driven, headed, extraArguments }: StartOptions): Promise<void> {
    const found = await findChromium(headed);
    mkdirSync(profileFolder, { recursive: true });
    const args = [
      '--remote-debugging-pipe',
      `--user-data-dir=${profileFolder}`,
      ...quiet,
      ...steady,
      ...(headed ? [] : ['--headless', '--hide-scrollbars', '--mute-audio', '--disable-gpu']),
      // Chromium refuses to run sandboxed as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...(driven ? ['--remote-debugging-port=0'] : []),
      ...extraArguments,
    ];
    this.shell = found.shell;
    this.connection = new Connection(found.executable, args, { ...process.env, ...found.env });
    const { product } = await this.connection.send('Browser.getVersion', {});
    this.version = product.split('/')[1] ?? '';
  }

  get alive(): boolean {
    return this.connection?.alive ?? false;
  }

  /** The connection; using it before `ready` is a bug of the stand-in. */
  private get running(): Connection {
    if (this.connection === null) throw new Error('stand-in: Chromium is not started yet');
    return this.connection;
  }

  send<M extends Method>(method: M, params: Parameters<M>, session?: string): Promise<Answer<M>> {
    return this.running.send(method, params, session);
  }

  post<M extends Method>(method: M, params: Parameters<M>, session?: string): void {
    this.running.post(method, params, session);
  }

  listen(...args: globalThis.Parameters<Connection['listen']>): void {
    this.running.listen(...args);
  }

  onExit(listener: () => void): void {
    this.running.onExit(listener);
  }

  /** Closes Chromium, by force after three seconds; resolves when it is gone. */
  async close(): Promise<void> {
    const { connection } = this;
    if (connection === null || !connection.alive) return;
    const gone = new Promise<void>((resolve) => connection.onExit(resolve));
    connection.post('Browser.close', {});
    const force = setTimeout(() => connection.process.kill('SIGKILL'), 3_000);
    await gone;
    clearTimeout(force);
  }

  /** The last resort when the process ends at once. */
  kill(): void {
    this.connection?.process.kill('SIGKILL');
  }
}

export const browser = new Browser();
