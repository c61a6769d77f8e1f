/** A short run of the benchmark on a small ledger. Its limits of time apply to `npm run bench` on a quiet machine. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { poolSizes } from '#shared/seat/settings.ts';
import { isHeld } from './ratio.ts';
import { ratiosOf, type Figures } from '#test/bench/ledger/figures.ts';
import { makeStore } from '#test/fixtures/ledger/engines.ts';
import { measureSeats } from '#test/bench/seats/measure-seats.ts';
import { seatRatiosOf } from '#test/bench/seats/seat-figures.ts';
import { benchSqlite } from '#test/bench/ledger/sqlite.ts';
import { times } from '#test/support/thorough.ts';

it('the benchmark measures thousands of attempts on SQLite to the end', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'caja-bench-'));
  try {
    const figures = await benchSqlite(folder, times(2_000, 10_000));
    for (const what of ['search', 'bareSearch', 'first', 'holds', 'deep', 'append', 'bareAppend'] as const) {
      expect(figures[what], what).toBeGreaterThan(0);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

const figures = (size: number, search: number): Figures => ({
  engine: 'SQLite',
  size,
  load: 1,
  search,
  bareSearch: 1,
  first: 1,
  holds: 1,
  deep: 1,
  append: 1,
  bareAppend: 1,
});

it('the benchmark names each ratio above its limit', () => {
  const above = ratiosOf([figures(100_000, 1), figures(1_000_000, 1.6)]).filter((ratio) => !isHeld(ratio));
  expect(above.map(({ name }) => name)).toEqual([
    'search against the bare statement, SQLite 1000000',
    'search from 100000 to 1000000, SQLite',
  ]);
});

it('six seats of the benchmark pay without a refusal, over at most two connections each', async () => {
  const store = await makeStore('PostgreSQL');
  try {
    if (store.address.engine !== 'PostgreSQL') throw new Error('not a shared ledger');
    await (await store.open()).close();
    const figures = await measureSeats({
      server: inject('postgres'),
      database: new URL(store.address.url).pathname.slice(1),
      seats: 6,
      processes: 1,
      rate: 30,
      seconds: 0.4,
      warmUp: 0,
      service: [0, 20],
      poolSize: poolSizes.usual,
      // The server of the tests has its fsync off.
      required: ['full_page_writes'],
    });
    expect(figures.payments).toBeGreaterThan(0);
    expect(figures.connectionsOfSeat).toBeGreaterThan(0);
    const [, refused, connections] = seatRatiosOf([figures]);
    expect([refused, connections].map((ratio) => ratio !== undefined && isHeld(ratio))).toEqual([true, true]);
  } finally {
    await store.drop();
  }
});
