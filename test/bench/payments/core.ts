/** A payment in main against a bare one, the same after a pause, and the most that a seat makes in a second. */
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { alternate, timed, type Rounds } from '#test/bench/measure.ts';
import { behindLine } from '#test/bench/ledger/postgres.ts';
import type { Measured, Sampled } from '#test/bench/ratio.ts';
import type { StoreAddress } from '#test/fixtures/ledger/open-ledger.ts';
import type { PostgresServer } from '#test/support/postgres.ts';
import {
  openBarePayment,
  openBenchSeat,
  startBenchService,
  type BarePayment,
  type BenchSeat,
  type BenchService,
} from './bench-seat.ts';

interface Stage {
  readonly service: BenchService;
  readonly seat: BenchSeat;
  readonly bare: BarePayment;
}

/**
 * Runs the work with a service that answers at once, a seat, and bare payments to the same service.
 * @param store both pay in it; ledgers of their own without it
 */
async function withStage<Result>(
  folder: string,
  work: (stage: Stage) => Promise<Result>,
  store?: StoreAddress,
): Promise<Result> {
  const service = await startBenchService(0);
  const seat = await openBenchSeat(join(folder, 'seat'), service, store);
  const bare = await openBarePayment(service, store ?? { engine: 'SQLite', file: join(folder, 'bare.db') });
  try {
    return await work({ service, seat, bare });
  } finally {
    await seat.close();
    await bare.close();
    service.close();
  }
}

/** ms from the seat to the shared ledger and back. */
const lines = [0, 5, 20] as const;

/** @param server null to leave the shared ledger out */
export async function measureCore(
  folder: string,
  rounds: Rounds,
  server: PostgresServer | null,
): Promise<Measured<'core'>> {
  const inTurn = ({ seat, bare }: Stage) => alternate(rounds, () => ({ own: seat.pay, bare: bare.prepare() }));
  const { own: ours, bare: baseline } = await withStage(join(folder, 'embedded'), inTurn);
  const rows: Sampled<'core'>[] = [{ row: 'payment', ours, baseline }];
  for (const line of lines) {
    if (server === null) break;
    const far = await behindLine(server, `core_${line}`, line, (store) =>
      withStage(join(folder, `${line}`), inTurn, store),
    );
    rows.push({ row: 'payment, shared ledger', variant: `${line} ms`, ours: far.own, baseline: far.bare });
  }
  return { rows };
}

export interface PauseSuite {
  readonly folder: string;
  readonly seats: number;
  readonly rounds: number;
  /** Time without a payment in ms. */
  readonly idle: number;
}

/** Time in ms in which the trail of a payment is sealed. A connection is kept for longer. */
const trailPause = 3_000;

/** Each seat is warmed as the review does, and pays. @returns ms of each payment */
async function payInTurn(seats: readonly BenchSeat[]): Promise<readonly number[]> {
  const times: number[] = [];
  for (const seat of seats) {
    await seat.world.payments.warm();
    times.push(await timed(seat.pay));
  }
  return times;
}

/** Seats idle together, so that many pauses take one. Each pays, idles, and pays twice with little time in between. */
export async function measurePause({ folder, seats: count, rounds, idle }: PauseSuite): Promise<Measured<'pause'>> {
  const service = await startBenchService(0);
  const seats: BenchSeat[] = [];
  const [ours, baseline]: [number[], number[]] = [[], []];
  try {
    for (let index = 0; index < count; index++)
      seats.push(await openBenchSeat(join(folder, `pause-${index}`), service));
    for (const seat of seats) for (let warming = 0; warming < 20; warming++) await seat.pay();
    for (let round = 0; round < rounds; round++) {
      await pause(idle);
      ours.push(...(await payInTurn(seats)));
      await pause(Math.min(idle, trailPause));
      baseline.push(...(await payInTurn(seats)));
    }
  } finally {
    for (const seat of seats) await seat.close();
    service.close();
  }
  return { rows: [{ row: 'payment', ours, baseline }] };
}

const atOnce = 8;

/** @returns how many a second ended, of so many at once */
async function rateOf(work: () => Promise<void>, count: number): Promise<number> {
  let left = count;
  const took = await timed(() =>
    Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (left-- > 0) await work();
      }),
    ),
  );
  return (count * 1_000) / took;
}

/** @param count payments of each round */
export function measureCeiling(folder: string, rounds: number, count: number): Promise<Measured<'ceiling'>> {
  return withStage(folder, async ({ seat, bare }) => {
    const [ours, baseline, committed]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round <= rounds; round++) {
      const [own, plain] = [await rateOf(seat.pay, count), await rateOf(bare.post, count)];
      const both = await rateOf(() => bare.prepare()(), count);
      // The first round warms up.
      if (round === 0) continue;
      ours.push(own);
      baseline.push(plain);
      committed.push(both);
    }
    return {
      rows: [{ row: 'payments', ours, baseline }],
      tables: [
        {
          about: 'Payments a second, and what the two durable commits take of them.',
          rows: ours.map((own, round) => ({ own, bare: baseline[round], 'bare with commits': committed[round] })),
        },
      ],
    };
  });
}
