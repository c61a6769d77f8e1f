/** Starts the sample program on the stand-in. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { executableOf } from '#build/electron-target.ts';

/** The API that the sample's preload exposes. */
interface SampleBridge {
  add(one: number, other: number): number;
  call(name: string, value?: unknown): Promise<unknown>;
  tell(name: string): void;
  onTick(listener: (tick: number) => void): () => void;
}

declare global {
  interface Window {
    readonly sample: SampleBridge;
  }
}

export const sampleFolder = path.join(import.meta.dirname, 'sample-app');
export const standIn = executableOf('stand-in');

export interface Running {
  readonly app: ElectronApplication;
  readonly page: Page;
  /** Output of the main process so far. */
  readonly printed: () => string;
}

/** Makes a temporary data folder. */
export function makeDataFolder(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'sample-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }) };
}

export async function startSample(dataFolder: string, env: Readonly<Record<string, string>> = {}): Promise<Running> {
  const inherited = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const app = await _electron.launch({
    executablePath: standIn,
    args: [sampleFolder, `--user-data-dir=${dataFolder}`],
    env: { ...Object.fromEntries(inherited), ...env },
    // The very first start unpacks Chromium.
    timeout: 120_000,
  });
  let text = '';
  const note = (data: Buffer): void => void (text += data.toString());
  app.process().stdout?.on('data', note);
  app.process().stderr?.on('data', note);
  const page = await app.firstWindow({ timeout: 120_000 });
  await page.getByRole('heading', { name: 'Sample' }).waitFor();
  return { app, page, printed: () => text };
}
