/** `npm run bench`: measures the growth of the ledger as ratios within one run. Fails when a ratio is above its limit. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { startPostgres, type PostgresServer } from '#test/support/postgres.ts';
import type { SqliteToFill } from './fill-sqlite.ts';
import { isHeld, ratiosOf, type Figures } from './figures.ts';
import { fillPostgres, measurePostgres } from './postgres.ts';
import { fileOf, measureSqlite } from './sqlite.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '10000,100000,1000000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
  },
});
/** A quarter of 8 GB, as PostgreSQL's manual recommends for a dedicated server. */
const sharedBuffers = '2GB';
const sizes = values.size.split(',').map(Number);

const withSqlite = values.engine.includes('sqlite');
const withPostgres = values.engine.includes('postgres');

/** @returns the duration of each in ms */
async function fillAllSqlite(folder: string): Promise<readonly number[]> {
  if (!withSqlite) return [];
  const loads = new Float64Array(new SharedArrayBuffer(sizes.length * Float64Array.BYTES_PER_ELEMENT));
  const workerData: SqliteToFill = { folder, sizes, loads };
  await once(new Worker(new URL('./fill-sqlite.ts', import.meta.url), { workerData }), 'exit');
  return [...loads];
}

/** Fills both engines at the same time, each on its own core. Nothing else runs during the measurements. */
async function measureAll(folder: string, server: PostgresServer | null): Promise<readonly Figures[]> {
  const sqliteLoads = fillAllSqlite(folder);
  const postgresLoads: number[] = [];
  if (server !== null) for (const size of sizes) postgresLoads.push(await fillPostgres(server, size));
  const all: Figures[] = [];
  for (const [index, load] of (await sqliteLoads).entries()) {
    const size = sizes[index] ?? 0;
    all.push({ engine: 'SQLite', size, load, ...(await measureSqlite(fileOf(folder, size), size)) });
  }
  for (const [index, load] of postgresLoads.entries()) {
    const size = sizes[index] ?? 0;
    if (server !== null) all.push({ engine: 'PostgreSQL', size, load, ...(await measurePostgres(server, size)) });
  }
  return all;
}

const folder = await mkdtemp(join(tmpdir(), 'caja-bench-'));
const running = withPostgres ? await startPostgres(true, sharedBuffers) : null;
let all: readonly Figures[];
try {
  all = await measureAll(folder, running?.server ?? null);
} finally {
  await running?.stop();
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
