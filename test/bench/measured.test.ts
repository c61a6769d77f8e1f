/** The suites of the benchmark on tiny sizes, in `npm run test:thorough`. Their times are held against goals by `npm run bench` alone. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { poolSizes } from '#shared/seat/settings.ts';
import { measureLedger } from '#test/bench/ledger/ledger-suite.ts';
import { measureBatch } from '#test/bench/payments/batch.ts';
import { measureCore } from '#test/bench/payments/core.ts';
import { measureSeats } from '#test/bench/seats/measure-seats.ts';
import { seatRowsOf } from '#test/bench/seats/seat-figures.ts';
import { makeStore } from '#test/fixtures/ledger/engines.ts';
import { measuredRow, type Measured } from './ratio.ts';
import { suites, type SuiteName } from './suites.ts';

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'caja-bench-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Rows that the suite has measured. Each has samples above zero. */
function rowsOf(suite: SuiteName, { rows }: Measured): readonly string[] {
  for (const { row, ours, baseline = [1] } of rows) {
    expect(Math.min(...ours, ...baseline), row).toBeGreaterThan(0);
    expect(ours.length, row).toBeGreaterThan(0);
  }
  return [...new Set(rows.map((row) => measuredRow(suite, row).row))].toSorted();
}

it('the ledger suite measures every row of its table', async () => {
  const once = { warming: 0, count: 2 };
  const measured = await measureLedger({
    folder: await newFolder(),
    embedded: [300, 600],
    shared: [],
    server: null,
    rounds: { questions: 10, rounds: 1, reads: once, appends: once },
  });
  expect(rowsOf('ledger', measured)).toEqual(Object.keys(suites.ledger.rows).toSorted());
});

it('payments and captures of the benchmark are approved over real TLS, beside bare ones', async () => {
  const folder = await newFolder();
  const core = await measureCore(join(folder, 'core'), { warming: 0, count: 3 }, inject('postgres'));
  expect(rowsOf('core', core)).toEqual(Object.keys(suites.core.rows));
  const batch = await measureBatch({ folder, holds: 8, rounds: 1, server: null });
  expect(rowsOf('batch', batch)).toEqual(['captures']);
});

it('three seats of the benchmark pay without a refusal, over at most two connections each', async () => {
  const store = await makeStore('PostgreSQL');
  try {
    if (store.address.engine !== 'PostgreSQL') throw new Error('not a shared ledger');
    await (await store.open()).close();
    const measured = await measureSeats({
      server: inject('postgres'),
      database: new URL(store.address.url).pathname.slice(1),
      folder: await newFolder(),
      seats: 3,
      processes: 1,
      rate: 30,
      seconds: 0.4,
      warmUp: 0,
      service: [0, 20],
      poolSize: poolSizes.usual,
      // The server of the tests has its fsync off.
      required: ['full_page_writes'],
    });
    const rows = seatRowsOf(measured).map((row) => measuredRow('seats', row));
    expect(rows.map(({ row, ok }) => [row, row === 'payment' || row === 'line' || ok])).toEqual(
      Object.keys(suites.seats.rows).map((row) => [row, true]),
    );
    expect(rows[0]?.ours.count).toBeGreaterThan(0);
    expect(measured.load.connectionsOfSeat).toBeGreaterThan(0);
  } finally {
    await store.drop();
  }
});
