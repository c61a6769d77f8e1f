/** Captures of a batch against the ideal, in which nothing but the service and the line takes time. */
import { join } from 'node:path';
import { createBatches } from '#electron/core/holds/batch-captures.ts';
import type { AskedCapture } from '#shared/ledger/holds.ts';
import { newId } from '#shared/new-id.ts';
import { timed } from '#test/bench/measure.ts';
import type { FigureRow, Measured, Sampled } from '#test/bench/ratio.ts';
import { behindLine } from '#test/bench/ledger/postgres.ts';
import { backOffice, captureOf } from '#test/fixtures/drafts.ts';
import { approved, newAttempt, value } from '#test/fixtures/examples.ts';
import type { StoreAddress } from '#test/fixtures/ledger/open-ledger.ts';
import type { PostgresServer } from '#test/support/postgres.ts';
import { fail, openBenchSeat, startBenchService, type BenchSeat, type BenchService } from './bench-seat.ts';

/** ms that the service takes for a capture. */
const serviceTime = 50;
/** ms from the seat to the shared ledger and back. */
const line = 20;
/** Captures at the same time: those of the goal, and those of the program. */
const numbersAtOnce = [8, 4] as const;

async function openHolds({ world }: BenchSeat, count: number): Promise<readonly AskedCapture[]> {
  const merchant = world.merchants.active();
  const holds: AskedCapture[] = [];
  for (let made = 0; made < count; made++) {
    const attempt = newAttempt({ merchant, amount: 12_000 });
    value(await world.ledger.begin(attempt, null));
    await world.ledger.finish(attempt.id, approved(), attempt.startedAt);
    holds.push(captureOf(attempt));
  }
  return holds;
}

/** @returns captures per second */
async function captureAll(
  { world }: BenchSeat,
  captures: readonly AskedCapture[],
  concurrency: number,
): Promise<number> {
  const batches = createBatches({
    captures: world.captures,
    ledger: world.ledger,
    batchLog: world.batchLog,
    ledgerRefusal: () => null,
    clock: () => new Date(),
    emit: () => undefined,
    reportBug: fail,
    concurrency,
  });
  const took = await timed(async () => {
    const { rows } = value(await batches.captureMany({ batchId: newId(), captures }, backOffice));
    const failed = rows.filter(({ attempt }) => attempt?.state !== 'approved');
    if (failed.length > 0) throw new Error(`${failed.length} captures of the benchmark were not approved.`);
  });
  return (captures.length * 1_000) / took;
}

export interface BatchSuite {
  readonly folder: string;
  /** Holds of a batch. */
  readonly holds: number;
  /** Batches of each kind. */
  readonly rounds: number;
  /** Null to leave the shared ledger out. */
  readonly server: PostgresServer | null;
}

export async function measureBatch(suite: BatchSuite): Promise<Measured<'batch'>> {
  const service = await startBenchService(serviceTime);
  try {
    const near = await measureOn(suite, service, 'captures', 0);
    if (suite.server === null) return near;
    // Fewer holds, because each takes several turns of the line.
    const small = { ...suite, holds: Math.ceil(suite.holds / 5), rounds: 1 };
    const far = await behindLine(suite.server, 'batch', line, (store) =>
      measureOn(small, service, 'captures over a line', 2 * line, store),
    );
    return { rows: [...near.rows, ...far.rows], tables: [...(near.tables ?? []), ...(far.tables ?? [])] };
  } finally {
    service.close();
  }
}

/** @param lineTime ms that the ideal capture waits for the ledger */
async function measureOn(
  { folder, holds, rounds }: BatchSuite,
  service: BenchService,
  row: Sampled<'batch'>['row'],
  lineTime: number,
  address?: StoreAddress,
): Promise<Measured<'batch'>> {
  const seat = await openBenchSeat(join(folder, row.replaceAll(' ', '-')), service, address);
  const rows: Sampled<'batch'>[] = [];
  const tables: FigureRow[] = [];
  try {
    for (const atOnce of numbersAtOnce) {
      const ours: number[] = [];
      const ideal = (atOnce * 1_000) / (serviceTime + lineTime);
      // The first captures open the connections.
      await captureAll(seat, await openHolds(seat, atOnce), atOnce);
      for (let round = 0; round < rounds; round++) {
        ours.push(await captureAll(seat, await openHolds(seat, holds), atOnce));
      }
      rows.push({ row, variant: `${atOnce} at once`, ours, baseline: ours.map(() => ideal) });
      tables.push({ row, atOnce, holds, perSecond: ours[0], ideal });
    }
  } finally {
    await seat.close();
  }
  return { rows, tables: [{ about: 'Captures a second.', rows: tables }] };
}
