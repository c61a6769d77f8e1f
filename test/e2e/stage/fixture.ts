/** Base fixture of the end-to-end specs: runs the built program on Electron or on the stand-in, and keeps what it leaves behind. */
import type { ChildProcess } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { _electron, test as base, type ElectronApplication, type Page } from '@playwright/test';
import { electronTarget, executableOf } from '#build/electron-target.ts';
import { root } from '#build/paths.ts';
import { processFacts } from '#test/support/process-facts.ts';
import { recordIpc } from '#test/support/record-ipc.ts';

export { expect } from '@playwright/test';

/** The Electron that runs. Specs are the same on both. */
export const target = electronTarget();

export interface StartOptions {
  /** Arguments after the program's folder. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Data folder of another seat, instead of the test's. */
  readonly userData?: string;
  /** Folder of another build of the program, such as an unpacked installation. */
  readonly program?: string;
}

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

/** Time limit of a start in ms. The very first start unpacks Chromium. */
const starting = 120_000;

/** Returns a program's first window, once it shows a heading. */
export async function firstWindow(app: ElectronApplication): Promise<Page> {
  const page = await app.firstWindow({ timeout: starting });
  await page.getByRole('heading').first().waitFor();
  return page;
}

/** Returns a time zone where it is about noon, so that no day ends during a spec. POSIX offsets count westwards. */
function noonZone(): string {
  const east = 12 - new Date().getUTCHours();
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`;
}

/** Reuses Node's compiled code, because the program starts more than a hundred times. */
const compiled = { NODE_COMPILE_CACHE: path.join(root, '.cache/compiled') };

const environment = (env: Readonly<Record<string, string>> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...process.env, ...compiled, LANGUAGE: 'en', TZ: noonZone(), ...env }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );

export const test = base.extend<Fixtures>({
  kept: async ({}, use, info) => {
    const name = info.titlePath
      .slice(0, -1)
      .concat(info.title)
      .join(' ')
      .replace(/[^\w.-]+/g, '-')
      .slice(0, 120);
    const folder = path.join(root, 'test-results/caja', `${name}-${info.repeatEachIndex}-${info.retry}`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    await use(folder);
  },
  userData: async ({ kept }, use) => {
    await use(path.join(kept, 'user-data'));
  },
  mainLog: async ({}, use) => {
    await use([]);
  },
  startApp: async ({ kept, userData: ownData, mainLog }, use) => {
    const started: { readonly app: ElectronApplication; readonly main: ChildProcess }[] = [];
    const noteProcesses = ({ pid, exitCode, signalCode }: ChildProcess): void => {
      const runs = exitCode === null && signalCode === null;
      if (pid !== undefined && runs) appendFileSync(path.join(kept, 'processes.txt'), processFacts(pid));
    };
    await use(async ({ args = [], env, program = root, userData = ownData } = {}) => {
      const app = await _electron.launch({
        args: [program, `--user-data-dir=${userData}`, '--lang=en', ...args],
        cwd: root,
        env: environment(env),
        ...(target === 'stand-in' ? { executablePath: executableOf(target) } : {}),
        timeout: starting,
      });
      // A closed program can't be asked for its process any more.
      const main = app.process();
      started.push({ app, main });
      const note = (data: Buffer): void => {
        mainLog.push(data.toString());
        appendFileSync(path.join(kept, 'main.log'), data);
      };
      main.stdout?.on('data', note);
      main.stderr?.on('data', note);
      noteProcesses(main);
      await recordIpc(app, path.join(kept, 'ipc.jsonl'));
      return app;
    });
    for (const { app, main } of started) {
      noteProcesses(main);
      await app.close().catch(() => {});
    }
  },
  app: async ({ startApp }, use) => {
    await use(await startApp());
  },
  win: async ({ app }, use) => {
    await use(await firstWindow(app));
  },
});
