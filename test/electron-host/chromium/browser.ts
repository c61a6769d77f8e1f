/** The only Chromium of a run, shared by every part of the stand-in. */
import { mkdirSync } from 'node:fs';
import { Connection } from './connection.ts';
import { engineSwitches, findChromium } from './find.ts';
import type { Answer, Method, Parameters } from './protocol.ts';

interface StartOptions {
  readonly profileFolder: string;
  readonly driven: boolean;
  readonly headed: boolean;
  readonly extraArguments: readonly string[];
  /** Names of switches that the program removed. */
  readonly removedSwitches: ReadonlySet<string>;
}

/** Switches that keep Chromium from contacting hosts on the internet. */
const quiet = [
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-extensions',
  '--disable-breakpad',
  '--disable-features=Translate,MediaRouter,OptimizationHints,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable',
];

/** Switches that keep background windows running like any other, and Chromium steady. */
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
  version = '';
  private connection: Connection | null = null;

  async start({ profileFolder, driven, headed, extraArguments, removedSwitches }: StartOptions): Promise<void> {
    const found = await findChromium(headed);
    mkdirSync(profileFolder, { recursive: true });
    const args = [
      '--remote-debugging-pipe',
      `--user-data-dir=${profileFolder}`,
      ...quiet,
      ...steady,
      ...engineSwitches(),
      ...(headed ? [] : ['--headless', '--hide-scrollbars', '--mute-audio', '--disable-gpu']),
      // Chromium refuses to run with its sandbox as root.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...(driven ? ['--remote-debugging-port=0'] : []),
      ...extraArguments,
    ].filter((argument) => !removedSwitches.has(argument.replace(/^--|=.*$/g, '')));
    this.connection = new Connection(found.executable, args, { ...process.env, ...found.env });
    const { product } = await this.connection.send('Browser.getVersion', {});
    this.version = product.split('/')[1] ?? '';
  }

  get alive(): boolean {
    return this.connection?.alive ?? false;
  }

  /** The connection. Using it before `ready` is a bug of the stand-in. */
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

  /** @param listener is told how it ended */
  onExit(listener: (ending: string) => void): void {
    const { running } = this;
    running.onExit(() => listener(running.ending));
  }

  /** Closes Chromium and waits until it has exited, with its files written. It is killed after 20 s. */
  async close(): Promise<void> {
    const { connection } = this;
    if (connection === null || !connection.alive) return;
    const gone = new Promise<void>((resolve) => connection.onExit(resolve));
    connection.post('Browser.close', {});
    const force = setTimeout(() => connection.process.kill('SIGKILL'), 20_000);
    await gone;
    clearTimeout(force);
  }

  /** Kills Chromium, for when the process exits without closing it. */
  kill(): void {
    this.connection?.process.kill('SIGKILL');
  }
}

export const browser = new Browser();
