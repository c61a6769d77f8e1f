/**
 * Time until an embedded ledger takes payments after the start: its checks, its migrations, the end of the hash chain and the
 * recovery of a former run. An empty ledger and a filled one are opened in turn.
 */
import { openLedger } from '#test/fixtures/ledger/open-ledger.ts';
import { median } from '#test/bench/measure.ts';
import type { Measured } from '#test/bench/ratio.ts';
import { fileOf, fillSqlite } from './sqlite.ts';

const openings = 9;
const goal = 1.1;

async function opening(file: string): Promise<number> {
  const start = performance.now();
  const ledger = await openLedger({ engine: 'SQLite', file }, 'Bench');
  await ledger.recover();
  const took = performance.now() - start;
  await ledger.close();
  return took;
}

export async function measureStart(folder: string, sizes: readonly number[]): Promise<Measured> {
  const empty = fileOf(folder, 0);
  await opening(empty);
  const rows: { readonly size: number; readonly empty: number; readonly filled: number }[] = [];
  for (const size of sizes) {
    await fillSqlite(folder, size);
    const [emptyTimes, filledTimes]: [number[], number[]] = [[], []];
    // The first opening of each is not counted.
    for (let round = 0; round <= openings; round++) {
      const [one, other] = [await opening(empty), await opening(fileOf(folder, size))];
      if (round === 0) continue;
      emptyTimes.push(one);
      filledTimes.push(other);
    }
    rows.push({ size, empty: median(emptyTimes), filled: median(filledTimes) });
  }
  return {
    ratios: rows.map((row) => ({
      name: `start with ${row.size} against empty, SQLite`,
      ratio: row.filled / row.empty,
      goal,
    })),
    tables: [{ about: 'Milliseconds to open a ledger on SQLite until it takes payments, median.', rows }],
  };
}
