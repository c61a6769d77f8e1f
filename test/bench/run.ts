/**
 * `npm run bench`: measures the growth of the ledger, and many seats against one, as ratios within one run. Fails when a
 * ratio is above its limit.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { poolSizes } from '#shared/seat/settings.ts';
import { startPostgres, type PostgresServer } from '#test/support/postgres.ts';
import type { SqliteToFill } from './fill-sqlite.ts';
import { isHeld, ratiosOf, type Figures } from './figures.ts';
import { databaseOf, fillPostgres, measurePostgres } from './postgres.ts';
import { measureSeats } from '#test/bench/seats/measure-seats.ts';
import { seatRatiosOf, type SeatsFigures } from '#test/bench/seats/seat-figures.ts';
import { fileOf, measureSqlite } from './sqlite.ts';

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '10000,100000,1000000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
    /** Numbers of seats, each measured in turn. `none` leaves them out, as does `--size none` the rest. */
    seats: { type: 'string', default: '200' },
    /** Payments per second of all seats. */
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '20' },
    /** Connections of a seat at most, as in its settings. */
    pool: { type: 'string', default: String(poolSizes.usual) },
  },
});
const listed = (text: string): readonly number[] => (text === 'none' ? [] : text.split(',').map(Number));
const sizes = listed(values.size);
const seats = values.engine.includes('postgres') ? listed(values.seats) : [];
/** Attempts in the ledger of the seats. */
const seatsHistory = 100_000;
/** ms that the service takes for a payment of the seats. */
const service = [100, 900] as const;
/** Connections beyond two a seat. */
const reserve = 20;
const settings = {
  /** A quarter of 8 GB, as PostgreSQL's manual recommends for a dedicated server. */
  shared_buffers: '2GB',
  max_connections: String(2 * Math.max(50, ...seats) + reserve),
} as const;

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
  return all;
}

async function measureAllSeats(server: PostgresServer): Promise<readonly SeatsFigures[]> {
  const [rate, seconds, poolSize] = [Number(values.rate), Number(values.seconds), Number(values.pool)];
  const database = 'bench_seats';
  if (seats.length > 0) await fillPostgres(server, database, seatsHistory);
  const all: SeatsFigures[] = [];
  for (const count of seats) {
    const measured = { server, database, seats: count, processes: 4, rate, seconds, warmUp: 2, service, poolSize };
    all.push(await measureSeats(measured));
  }
  return all;
}

const folder = await mkdtemp(join(tmpdir(), 'caja-bench-'));
const running = withPostgres ? await startPostgres(true, settings) : null;
let all: readonly Figures[];
let allSeats: readonly SeatsFigures[] = [];
try {
  all = await measureAll(folder, running?.server ?? null);
  if (running !== null) allSeats = await measureAllSeats(running.server);
} finally {
  await running?.stop();
  await rm(folder, { recursive: true, force: true });
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
function print(rows: readonly (Figures | SeatsFigures)[]): void {
  console.table(
    rows.map((figures) =>
      Object.fromEntries(
        Object.entries(figures).map(([key, value]) => [key, typeof value === 'number' ? rounded(value) : value]),
      ),
    ),
  );
}
if (all.length > 0) {
  console.log('Milliseconds: 95th percentile of reads, median of an append with its two commits, whole load.');
  print(all);
}
if (allSeats.length > 0) {
  console.log(
    `Seats with screens open, ${values.rate} payments a second in all. Milliseconds of begin and finish together.`,
  );
  print(allSeats);
}
const ratios = [...ratiosOf(all), ...seatRatiosOf(allSeats)];
console.table(ratios.map((ratio) => ({ ...ratio, ratio: rounded(ratio.ratio), held: isHeld(ratio) })));
process.exitCode = ratios.every(isHeld) ? 0 : 1;
