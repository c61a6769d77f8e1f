/** Many seats at one server, against one seat. */
import type { PostgresServer } from '#test/support/postgres.ts';
import type { Measured } from '#test/bench/ratio.ts';
import { databaseOf, fillPostgres } from '#test/bench/ledger/postgres.ts';
import { measureSeats } from './measure-seats.ts';
import { seatRowsOf, seatsFiguresOf, type MeasuredSeats } from './seat-figures.ts';

export interface SeatsSuite {
  readonly folder: string;
  readonly server: PostgresServer;
  /** Numbers of seats, each measured in turn. */
  readonly seats: readonly number[];
  /** Payments per second of all seats. */
  readonly rate: number;
  readonly seconds: number;
  readonly poolSize: number;
  /** Payments in the ledger before. */
  readonly history: number;
}

/** ms that the service takes for a payment of the seats. */
const service = [100, 900] as const;

export async function measureManySeats(suite: SeatsSuite): Promise<Measured<'seats'>> {
  const { server, seats, rate, history, ...each } = suite;
  const database = `${databaseOf(history)}_seats`;
  await fillPostgres(server, database, history);
  const all: MeasuredSeats[] = [];
  for (const count of seats) {
    all.push(await measureSeats({ ...each, server, database, seats: count, processes: 4, rate, warmUp: 2, service }));
  }
  return {
    rows: all.flatMap(seatRowsOf),
    tables: [
      {
        about: `Seats with screens open, ${rate} payments a second in all. Milliseconds of begin and finish together.`,
        rows: all.map((measured) => ({ ...seatsFiguresOf(measured) })),
      },
    ],
  };
}
