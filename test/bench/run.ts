/** `npm run bench`: how the ledger grows, as ratios within one run. Exits with an error when a ratio is above its limit. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres.ts';
import { isHeld, ratiosOf, type Figures } from './figures.ts';
import { benchPostgres } from './postgres.ts';
import { benchSqlite } from './sqlite.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '10000,100000,1000000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
  },
});
const sizes = values.size.split(',').map(Number);

const all: Figures[] = [];
const folder = await mkdtemp(join(tmpdir(), 'caja-bench-'));
try {
  if (values.engine.includes('sqlite')) for (const size of sizes) all.push(await benchSqlite(folder, size));
  if (values.engine.includes('postgres')) {
    const { server, stop } = await startPostgres(true);
    try {
      for (const size of sizes) all.push(await benchPostgres(server, size));
    } finally {
      await stop();
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
console.log('Milliseconds: 95th percentile of reads, median of an append with its two commits, whole load.');
console.table(
  all.map((figures) =>
    Object.fromEntries(
      Object.entries(figures).map(([key, value]) => [key, typeof value === 'number' ? rounded(value) : value]),
    ),
  ),
);
const ratios = ratiosOf(all);
console.table(ratios.map((ratio) => ({ ...ratio, ratio: rounded(ratio.ratio), held: isHeld(ratio) })));
process.exitCode = ratios.every(isHeld) ? 0 : 1;
