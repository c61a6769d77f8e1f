/** Reads and writes of the ledger on both engines against bare statements, and their growth. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { PostgresServer } from '#test/support/postgres.ts';
import type { FigureRow, Measured, Sampled } from '#test/bench/ratio.ts';
import { median, p95 } from '#test/bench/measure.ts';
import { readNames, type LedgerRounds, type LedgerTimes } from './comparisons.ts';
import type { SqliteToFill } from './fill-sqlite.ts';
import { databaseOf, fillPostgres, measurePostgres } from './postgres.ts';
import { fileOf, measureSqlite } from './sqlite.ts';

export interface LedgerSuite {
  readonly folder: string;
  /** Numbers of payments in the ledgers on SQLite, smallest first; none to leave it out. */
  readonly embedded: readonly number[];
  /** Those on PostgreSQL. */
  readonly shared: readonly number[];
  /** Null to leave PostgreSQL out. */
  readonly server: PostgresServer | null;
  readonly rounds: LedgerRounds;
}

interface LedgerFigures {
  readonly engine: 'SQLite' | 'PostgreSQL';
  readonly size: number;
  readonly times: LedgerTimes;
}

async function fillAllSqlite({ folder, embedded: sizes }: LedgerSuite): Promise<void> {
  const workerData: SqliteToFill = { folder, sizes };
  await once(new Worker(new URL('./fill-sqlite.ts', import.meta.url), { workerData }), 'exit');
}

const names = ['search', ...readNames, 'append'] as const;

/** Turns the times of all sizes into rows. Each size but the smallest has its growth since the one before. */
function ledgerRowsOf(all: readonly LedgerFigures[]): readonly Sampled<'ledger'>[] {
  return all.flatMap(({ engine, size, times }, index): readonly Sampled<'ledger'>[] => {
    const variant = `${engine} ${sizeText(size)}`;
    const before = all[index - 1]?.engine === engine ? all[index - 1] : undefined;
    const rows = names.flatMap((name): readonly Sampled<'ledger'>[] => {
      const { own: ours, bare: baseline } = times[name];
      const growth = before && { row: `${name}, growth` as const, variant, ours, baseline: before.times[name].own };
      // A deep page has no bare twin worth comparing, because it grows with the rows above it.
      return [...(name === 'deep' ? [] : [{ row: name, variant, ours, baseline }]), ...(growth ? [growth] : [])];
    });
    const largest = all.every((other) => other.engine !== engine || other.size <= size);
    const isLast = engine === 'SQLite' && largest;
    return isLast ? [...rows, { row: 'search, one frame', variant, ours: times.search.own }] : rows;
  });
}

const exponents = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** Writes powers of ten as such. */
export function sizeText(size: number): string {
  const power = Math.log10(size);
  return Number.isInteger(power) ? `10${exponents[power] ?? ''}` : String(size);
}

/** Fills both engines at the same time, each on its own core. Nothing else runs during the measurements. */
export async function measureLedger(suite: LedgerSuite): Promise<Measured<'ledger'>> {
  const { folder, embedded, shared, server, rounds } = suite;
  const filling = fillAllSqlite(suite);
  if (server !== null) for (const size of shared) await fillPostgres(server, databaseOf(size), size);
  await filling;
  const all: LedgerFigures[] = [];
  for (const size of embedded) {
    all.push({ engine: 'SQLite', size, times: await measureSqlite(fileOf(folder, size), size, rounds) });
  }
  for (const size of shared) {
    if (server !== null) all.push({ engine: 'PostgreSQL', size, times: await measurePostgres(server, size, rounds) });
  }
  const rows = all.map(({ engine, size, times }): FigureRow => {
    const figures = names.map((name) => [name, name === 'append' ? median(times[name].own) : p95(times[name].own)]);
    return { engine, size, ...Object.fromEntries(figures) };
  });
  return {
    rows: ledgerRowsOf(all),
    tables: [{ about: 'Milliseconds: 95th percentile of reads, median of an append with its two commits.', rows }],
  };
}
