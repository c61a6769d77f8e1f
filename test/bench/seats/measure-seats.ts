/**
 * Measures the payments of many seats at one server against those of one seat. The seats are real ledgers with their own
 * connections, many to a process.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { serverPromises, type ServerPromise } from '#shared/seat/settings.ts';
import type { PostgresServer } from '#test/support/postgres.ts';
import type { MeasuredSeats } from './seat-figures.ts';
import type { Order, PaidReport, PayOrder, Report, SeatsOfProcess } from './seat-process.ts';
import { watchServer } from './server-load.ts';

export interface SeatsToMeasure {
  readonly server: PostgresServer;
  /** A database with a ledger. */
  readonly database: string;
  /** Folder for those of the seats. */
  readonly folder: string;
  readonly seats: number;
  readonly processes: number;
  /** Payments per second of all seats. */
  readonly rate: number;
  readonly seconds: number;
  /** Seconds of payments before those that count. */
  readonly warmUp: number;
  /** Shortest and longest time of the service in ms. */
  readonly service: readonly [number, number];
  readonly poolSize: number;
  readonly required?: readonly ServerPromise[];
}

const script = fileURLToPath(new URL('seat-process.ts', import.meta.url));

interface SeatProcess {
  readonly seats: number;
  readonly child: ChildProcess;
  order(order: Order): Promise<Report>;
  close(): Promise<void>;
}

async function startProcess(seats: SeatsOfProcess): Promise<SeatProcess> {
  const child = fork(script, [JSON.stringify(seats)], { execArgv: [] });
  /** Resolves at the next report. Rejects when the process ends without one. */
  async function reported(): Promise<Report> {
    const stop = new AbortController();
    const { signal } = stop;
    const ended = once(child, 'exit', { signal }).then(([code]) => {
      throw new Error(`A process with seats ended with code ${code}.`);
    });
    try {
      const [report] = await Promise.race([once(child, 'message', { signal }), ended]);
      return report as Report;
    } finally {
      stop.abort();
    }
  }
  await reported();
  return {
    seats: seats.addresses.length,
    child,
    order(order) {
      child.send(order);
      return reported();
    },
    async close() {
      const exit = once(child, 'exit');
      child.send({ order: 'close' } satisfies Order);
      await exit;
    },
  };
}

/** Seats without an open screen at which nobody pays. What they send and receive is more than what is shown anywhere. */
const quietSeats = 2;

/** Gives each seat a role of its own, so that the server tells their connections apart. */
async function addresses({ server, database, folder, seats }: SeatsToMeasure, admin: pg.Client) {
  const named = Array.from({ length: seats + quietSeats + 1 }, (_, index) => ({
    name: `Seat ${index + 1}`,
    role: `seat_${index + 1}`,
  }));
  const { rows } = await admin.query<{ name: string }>(`select rolname as name from pg_roles`);
  const known = new Set(rows.map(({ name }) => name));
  for (const { role } of named) {
    if (known.has(role)) continue;
    await admin.query(`create role ${role} login password '${server.password}' in role ${server.user}`);
  }
  return named.map(({ name, role }) => ({
    name,
    url: `postgres://${role}@localhost:${server.port}/${database}`,
    folder: join(folder, role),
  }));
}

export async function measureSeats(wanted: SeatsToMeasure): Promise<MeasuredSeats> {
  const {
    server,
    database,
    seats,
    processes,
    rate,
    seconds,
    warmUp,
    service,
    poolSize,
    required = serverPromises,
  } = wanted;
  const { port, user, password } = server;
  const admin = new pg.Client({ host: 'localhost', port, user, password, database });
  await admin.connect();
  const started: SeatProcess[] = [];
  try {
    const all = await addresses(wanted, admin);
    const start = (own: SeatsOfProcess['addresses']) =>
      startProcess({ addresses: own, withScreens: own !== watched, password, poolSize, required }).then(
        (running) => (started.push(running), running),
      );
    const pay = async (
      running: readonly SeatProcess[],
      order: Pick<PayOrder, 'seconds' | 'service'> & Partial<Pick<PayOrder, 'rate'>>,
    ) => {
      const reports = await Promise.all(
        running.map((one, index) =>
          one.order({ rate: (rate * one.seats) / seatsOf(running), ...order, order: 'pay', seed: index + 1 }),
        ),
      );
      return reports.filter((report) => report.report === 'paid');
    };
    const [alone, shared, watched] = [all.slice(0, 1), all.slice(1, seats + 1), all.slice(seats + 1)];
    const one = await start(alone);
    const payAlone = async (): Promise<readonly PaidReport[]> => {
      await one.order({ order: 'warm-up' });
      await pay([one], { seconds: warmUp / 2, service: [0, 0] });
      return pay([one], { seconds: seconds / 2, service: [0, 0] });
    };

    // Before and after the others, so that a change of the machine's speed affects both.
    const before = await payAlone();
    const shares = Array.from({ length: processes }, (_, share) =>
      shared.filter((_seat, index) => index % processes === share),
    );
    const [quiet, ...running] = await Promise.all([
      start(watched),
      ...shares.filter((share) => share.length > 0).map(start),
    ]);
    await Promise.all(running.map((each) => each.order({ order: 'warm-up' })));
    // A company's seats have a machine each, and none reads what those of other machines have under way.
    await admin.query(`update instances set host = seat`);
    await pay(running, { seconds: warmUp, service });
    const watch = await watchServer(admin);
    const [together, [watching]] = await Promise.all([
      pay(running, { seconds, service }),
      pay([quiet], { seconds, service, rate: 0 }),
    ]);
    const load = await watch.stop();
    await Promise.all([quiet, ...running].map((each) => each.close()));
    const after = await payAlone();
    await one.close();
    for (const { refused } of together) if (Object.keys(refused).length > 0) console.log('Refused:', refused);
    const line = (watching?.bytes ?? Number.NaN) / 1_000 / quietSeats / seconds;
    return { seats, seconds, alone: [...before, ...after], together, load, line };
  } finally {
    for (const { child } of started) child.kill();
    await admin.end();
  }
}

const seatsOf = (running: readonly SeatProcess[]): number => running.reduce((total, one) => total + one.seats, 0);
