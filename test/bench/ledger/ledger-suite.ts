/** Growth of the ledger on both engines, against bare statements. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PostgresServer } from '#test/support/postgres.ts';
import type { Measured } from '#test/bench/ratio.ts';
import type { SqliteToFill } from './fill-sqlite.ts';
import { ratiosOf, type Figures } from './figures.ts';
import { databaseOf, fillPostgres, measurePostgres } from './postgres.ts';
import { fileOf, measureSqlite } from './sqlite.ts';

export interface LedgerSuite {
  readonly folder: string;
  readonly sizes: readonly number[];
  readonly withSqlite: boolean;
  /** Null to leave PostgreSQL out. */
  readonly server: PostgresServer | null;
}

/** @returns the duration of each in ms */
async function fillAllSqlite({ folder, sizes, withSqlite }: LedgerSuite): Promise<readonly number[]> {
  if (!withSqlite) return [];
  const loads = new Float64Array(new SharedArrayBuffer(sizes.length * Float64Array.BYTES_PER_ELEMENT));
  const workerData: SqliteToFill = { folder, sizes, loads };
  await once(new Worker(new URL('./fill-sqlite.ts', import.meta.url), { workerData }), 'exit');
  return [...loads];
}

/** Fills both engines at the same time, each on its own core. Nothing else runs during the measurements. */
export async function measureLedger(suite: LedgerSuite): Promise<Measured> {
  const { folder, sizes, server } = suite;
  const sqliteLoads = fillAllSqlite(suite);
  const postgresLoads: number[] = [];
  if (server !== null) for (const size of sizes) postgresLoads.push(await fillPostgres(server, databaseOf(size), size));
  const all: Figures[] = [];
  for (const [index, load] of (await sqliteLoads).entries()) {
    const size = sizes[index] ?? 0;
    all.push({ engine: 'SQLite', size, load, ...(await measureSqlite(fileOf(folder, size), size)) });
  }
  for (const [index, load] of postgresLoads.entries()) {
    const size = sizes[index] ?? 0;
    if (server !== null) all.push({ engine: 'PostgreSQL', size, load, ...(await measurePostgres(server, size)) });
  }
  return {
    ratios: ratiosOf(all),
    tables: [
      {
        about: 'Milliseconds: 95th percentile of reads, median of an append with its two commits, whole load.',
        rows: all.map((figures) => ({ ...figures })),
      },
    ],
  };
}
