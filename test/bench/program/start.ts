/** From the launch to the first key that a field takes: an empty window, the program, and the program with a filled ledger. */
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { sizeText } from '#test/bench/ledger/ledger-suite.ts';
import { fileOf, fillSqlite } from '#test/bench/ledger/sqlite.ts';
import { timed } from '#test/bench/measure.ts';
import type { Measured, Sampled } from '#test/bench/ratio.ts';
import { launchProgram, starting } from '#test/e2e/stage/launch-program.ts';
import { openLedger } from '#test/fixtures/ledger/open-ledger.ts';

const emptyWindow = fileURLToPath(new URL('empty-window', import.meta.url));

/** Launches until the field has taken a key. @returns ms */
async function firstKey(userData: string, field: string, program?: string): Promise<number> {
  const start = performance.now();
  const app = await launchProgram({ userData, ...(program !== undefined && { program }) });
  const page = await app.firstWindow({ timeout: starting });
  await page.locator(`${field}:focus`).waitFor();
  await page.keyboard.press('7');
  await page.waitForFunction((sought) => document.querySelector<HTMLInputElement>(sought)?.value.includes('7'), field);
  const took = performance.now() - start;
  await app.close();
  return took;
}

/** Opens the ledger until it takes payments: its checks, its migrations and the recovery of a former run. @returns ms */
async function opening(file: string): Promise<number> {
  let close = (): Promise<void> => Promise.resolve();
  const took = await timed(async () => {
    const ledger = await openLedger({ engine: 'SQLite', file }, 'Bench');
    await ledger.recover();
    close = () => ledger.close();
  });
  await close();
  return took;
}

export interface StartSuite {
  readonly folder: string;
  /** Payments of the filled ledgers. */
  readonly sizes: readonly number[];
  readonly rounds: number;
}

export async function measureStart({ folder, sizes, rounds }: StartSuite): Promise<Measured<'start'>> {
  const empty = path.join(folder, 'start-empty');
  const filledOf = (size: number): string => path.join(folder, `start-${size}`);
  for (const size of sizes) {
    await fillSqlite(folder, size);
    await mkdir(filledOf(size));
    // The same file under the name that the program knows.
    await symlink(fileOf(folder, size), path.join(filledOf(size), 'ledger.db'));
  }
  await fillSqlite(folder, 0);
  const bare: number[] = [];
  const own: number[] = [];
  const filled = sizes.map((): number[] => []);
  const openings = sizes.map(() => ({ empty: [] as number[], filled: [] as number[] }));
  // The first round makes the data folders and fills the caches.
  for (let round = 0; round <= rounds; round++) {
    const times = {
      bare: await firstKey(path.join(folder, 'start-window'), 'input', emptyWindow),
      own: await firstKey(empty, '#charge-amount'),
      filled: [] as number[],
    };
    for (const size of sizes) times.filled.push(await firstKey(filledOf(size), '#charge-amount'));
    for (const [index, size] of sizes.entries()) {
      const pair = [await opening(fileOf(folder, 0)), await opening(fileOf(folder, size))] as const;
      if (round === 0) continue;
      openings[index]?.empty.push(pair[0]);
      openings[index]?.filled.push(pair[1]);
    }
    if (round === 0) continue;
    bare.push(times.bare);
    own.push(times.own);
    for (const [index, took] of times.filled.entries()) filled[index]?.push(took);
  }
  const ofSizes = sizes.flatMap((size, index): readonly Sampled<'start'>[] => {
    const variant = sizeText(size);
    const opened = openings[index] ?? { empty: [], filled: [] };
    return [
      { row: 'first key, filled', variant, ours: filled[index] ?? [], baseline: own },
      { row: 'opening, filled', variant, ours: opened.filled, baseline: opened.empty },
    ];
  });
  return { rows: [{ row: 'first key', ours: own, baseline: bare }, ...ofSizes] };
}
