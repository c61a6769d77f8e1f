/** Base fixture of the end-to-end specs: runs the built program on Electron or on the stand-in, and keeps what it leaves behind. */
import type { ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test as base, type ElectronApplication, type Page, type TestInfo } from '@playwright/test';
import { root } from '#build/paths.ts';
import { processFacts } from '#test/support/process-facts.ts';
import { recordIpc } from '#test/support/record-ipc.ts';
import { callBridge } from './keyed-payment.ts';
import { launchProgram, starting, type StartOptions } from './launch-program.ts';

export { expect };

interface Fixtures {
  /** Folder for the test's `user-data`, `main.log`, `ipc.jsonl` and `processes.txt`. The security search reads it. */
  readonly kept: string;
  /** Data folder, shared by all starts of a test. */
  readonly userData: string;
  /** Chunks of the main process's output. */
  readonly mainLog: string[];
  /** Starts the program, repeatedly if needed. Programs that still run are closed after the test. */
  readonly startApp: (options?: StartOptions) => Promise<ElectronApplication>;
  readonly app: ElectronApplication;
  /** The first window, once it shows a heading. */
  readonly win: Page;
}

/** Returns a program's first window, once it shows a heading. */
export async function firstWindow(app: ElectronApplication): Promise<Page> {
  const page = await app.firstWindow({ timeout: starting });
  await page.getByRole('heading').first().waitFor();
  return page;
}

/** A started program, with what it has to be asked for before it is closed. */
interface Started {
  readonly app: ElectronApplication;
  readonly main: ChildProcess;
  /** The program's own log. */
  readonly log: string;
}

/** Starts the program and keeps what it writes and sends in the folder. */
export async function start(
  kept: string,
  log: string[],
  options: StartOptions & { userData: string },
): Promise<Started> {
  const app = await launchProgram(options);
  // A closed program can't be asked for its process any more.
  const main = app.process();
  const note = (data: Buffer): void => {
    log.push(data.toString());
    appendFileSync(path.join(kept, 'main.log'), data);
  };
  main.stdout?.on('data', note);
  main.stderr?.on('data', note);
  noteProcesses(kept, main);
  await recordIpc(app, path.join(kept, 'ipc.jsonl'));
  return { app, main, log: path.join(options.userData, 'logs/main.log') };
}

/** Closes a program. Fails when an error reached nobody in it, because it goes on after one and most specs would not notice. */
export async function end(kept: string, { app, main, log }: Started): Promise<void> {
  noteProcesses(kept, main);
  await app.close().catch(() => {});
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n') : [];
  expect(lines.filter((line) => /Uncaught exception|Unhandled rejection/.test(line))).toEqual([]);
}

function noteProcesses(kept: string, { pid, exitCode, signalCode }: ChildProcess): void {
  const runs = exitCode === null && signalCode === null;
  if (pid !== undefined && runs) appendFileSync(path.join(kept, 'processes.txt'), processFacts(pid));
}

/** Returns an empty folder that the security search reads. */
export function freshFolder(name: string): string {
  const folder = path.join(root, 'test-results/caja', name.replace(/[^\w.-]+/g, '-'));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** One program for all specs of a file. `prepare` fills its data folder before the start. */
interface Sharing {
  readonly prepare?: (userData: string) => Promise<StartOptions> | Promise<void>;
}

/** The program that the specs of a file share, as far as they run in one worker. */
class SharedProgram {
  readonly log: string[] = [];
  private of: { readonly file: string; readonly kept: string; started: Started | null } | null = null;

  /** Returns the folder that the specs of the file share. */
  async keptOf({ file, workerIndex, project }: TestInfo): Promise<string> {
    if (this.of?.file !== file) {
      await this.close();
      const name = path.relative(project.testDir, file);
      this.of = { file, kept: freshFolder(`${name}-shared-${workerIndex}`), started: null };
    }
    return this.of.kept;
  }

  /** Starts the program for the first spec. For the others it loads the page anew, and the training service answers as usual. */
  async take(info: TestInfo, { prepare }: Sharing): Promise<ElectronApplication> {
    const kept = await this.keptOf(info);
    const started = this.of?.started;
    if (started) {
      const win = await firstWindow(started.app);
      await callBridge(win, 'training', 'order', { fault: { kind: 'none' }, times: null });
      await win.reload();
      return started.app;
    }
    const userData = path.join(kept, 'user-data');
    const fresh = await start(kept, this.log, { userData, ...(await prepare?.(userData)) });
    if (this.of) this.of.started = fresh;
    return fresh.app;
  }

  async close(): Promise<void> {
    if (this.of?.started) await end(this.of.kept, this.of.started);
    this.of = null;
    this.log.length = 0;
  }
}

interface Chosen {
  readonly sharing: boolean | Sharing;
}

export const test = base.extend<Fixtures & Chosen, { readonly shared: SharedProgram }>({
  sharing: [false, { option: true }],
  shared: [
    async ({}, use) => {
      const shared = new SharedProgram();
      await use(shared);
      await shared.close();
    },
    { scope: 'worker' },
  ],
  kept: async ({ sharing, shared }, use, info) => {
    const name = info.titlePath.slice(0, -1).concat(info.title).join(' ').slice(0, 120);
    await use(sharing ? await shared.keptOf(info) : freshFolder(`${name}-${info.repeatEachIndex}-${info.retry}`));
  },
  userData: async ({ kept }, use) => {
    await use(path.join(kept, 'user-data'));
  },
  mainLog: async ({ sharing, shared }, use) => {
    await use(sharing ? shared.log : []);
  },
  startApp: async ({ kept, userData: ownData, mainLog }, use) => {
    const all: Started[] = [];
    await use(async (options = {}) => {
      const started = await start(kept, mainLog, { userData: ownData, ...options });
      all.push(started);
      return started.app;
    });
    for (const started of all) await end(kept, started);
  },
  app: async ({ sharing, shared, startApp }, use, info) => {
    await use(await (sharing ? shared.take(info, sharing === true ? {} : sharing) : startApp()));
  },
  win: async ({ app }, use) => {
    await use(await firstWindow(app));
  },
});
