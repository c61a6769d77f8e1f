/** Many seats at one server, against one seat. */
import type { PostgresServer } from '#test/support/postgres.ts';
import type { Measured } from '#test/bench/ratio.ts';
import { databaseOf, fillPostgres } from '#test/bench/ledger/postgres.ts';
import { measureSeats } from './measure-seats.ts';
import { seatRatiosOf, type SeatsFigures } from './seat-figures.ts';

export interface SeatsSuite {
  readonly server: PostgresServer;
  /** Numbers of seats, each measured in turn. */
  readonly seats: readonly number[];
  /** Payments per second of all seats. */
  readonly rate: number;
  readonly seconds: number;
  readonly poolSize: number;
}

/** Attempts in the ledger of the seats. */
const seatsHistory = 100_000;
/** ms that the service takes for a payment of the seats. */
const service = [100, 900] as const;

export async function measureManySeats({ server, seats, rate, seconds, poolSize }: SeatsSuite): Promise<Measured> {
  const database = `${databaseOf(seatsHistory)}_seats`;
  await fillPostgres(server, database, seatsHistory);
  const all: SeatsFigures[] = [];
  for (const count of seats) {
    const measured = { server, database, seats: count, processes: 4, rate, seconds, warmUp: 2, service, poolSize };
    all.push(await measureSeats(measured));
  }
  return {
    ratios: seatRatiosOf(all),
    tables: [
      {
        about: `Seats with screens open, ${rate} payments a second in all. Milliseconds of begin and finish together.`,
        rows: all.map((figures) => ({ ...figures })),
      },
    ],
  };
}
