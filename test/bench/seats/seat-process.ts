/** Process of the benchmark with some of the seats. Takes its orders from the process that started it. */
import { subscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import pLimit from 'p-limit';
import { numbers } from '#build/seed/generate.ts';
import type { ServerPromise } from '#shared/seat/settings.ts';
import { openSeat, type Paid, type ReadScreens, type Seat } from './seat.ts';

/** The seats of a process, each with a role of its own at the server. */
export interface SeatsOfProcess {
  readonly addresses: readonly { readonly name: string; readonly url: string; readonly folder: string }[];
  /** True with open screens, three of four a History. */
  readonly withScreens: boolean;
  readonly password: string;
  readonly poolSize: number;
  readonly required: readonly ServerPromise[];
}

export interface PayOrder {
  readonly order: 'pay';
  /** Payments per second of this process, spread over its seats at random instants (Poisson). Zero leaves them quiet. */
  readonly rate: number;
  readonly seconds: number;
  /** Shortest and longest time of the service in ms. Zero makes the payments one after another. */
  readonly service: readonly [number, number];
  readonly seed: number;
}

export type Order = { readonly order: 'warm-up' | 'close' } | PayOrder;

export interface PaidReport {
  readonly report: 'paid';
  /** ms of each payment that was made. */
  readonly times: readonly number[];
  /** Refused payments by their reason. */
  readonly refused: Readonly<Record<string, number>>;
  readonly screens: Readonly<ReadScreens>;
  /** Bytes over all connections of this process, in both directions. */
  readonly bytes: number;
  /** Processor time of this process in ms, and the 95th percentile of what its event loop was late, in ms. */
  readonly processor: number;
  readonly late: number;
}

export type Report = { readonly report: 'ready' } | PaidReport;

const { addresses, withScreens, password, poolSize, required } = JSON.parse(process.argv[2] ?? '') as SeatsOfProcess;
const sockets: Socket[] = [];
subscribe('net.client.socket', (message) => void sockets.push((message as { readonly socket: Socket }).socket));
const bytesOf = (): number => sockets.reduce((sum, { bytesRead, bytesWritten }) => sum + bytesRead + bytesWritten, 0);

/** A hundred seats are not switched on in the same second. */
const openedAtOnce = pLimit(4);
const seats = await Promise.all(
  addresses.map(({ name, url, folder }, index) =>
    openedAtOnce(async () => {
      const screen = withScreens ? (index % 4 === 3 ? 'holds' : 'history') : 'none';
      const seat = await openSeat({ url, folder, password, poolSize, required }, name, screen);
      // The check that follows the opening begins at the seat's first payment. A seat without one reads all of them: those two alone at
      // which nobody pays.
      if (withScreens) await seat.pay(0, 'sell');
      return seat;
    }),
  ),
);

await Promise.all(seats.map((seat) => seat.checked()));

const tell = (report: Report) => process.send?.(report);

async function warmUp(): Promise<void> {
  await Promise.all(seats.map((seat) => openedAtOnce(() => seat.pay(0, 'authorize'))));
}

async function pay({ rate, seconds, service: [shortest, longest], seed }: PayOrder): Promise<PaidReport> {
  const below = numbers(seed);
  const [times, refused, openHolds]: [number[], Record<string, number>, string[]] = [[], {}, []];
  const before = seats.map((seat) => ({ ...seat.screens }));
  const bytes = bytesOf();
  const processor = process.cpuUsage();
  const late = monitorEventLoopDelay({ resolution: 5 });
  late.enable();

  /** Six of ten are sales, the others holds, most of which are captured. */
  function operation(): Parameters<Seat['pay']>[1] {
    const drawn = below(20);
    const holdId = drawn < 3 ? openHolds.shift() : undefined;
    if (holdId !== undefined) return { holdId };
    return drawn < 8 ? 'authorize' : 'sell';
  }
  async function payOnce(): Promise<void> {
    const seat = seats[below(seats.length)];
    const chosen = operation();
    const paid: (Paid & { id: string }) | undefined = await seat?.pay(shortest + below(longest - shortest + 1), chosen);
    if (paid === undefined) return;
    if (!paid.ok) refused[paid.reason] = (refused[paid.reason] ?? 0) + 1;
    else {
      times.push(paid.ms);
      if (chosen === 'authorize') openHolds.push(paid.id);
    }
  }

  const end = performance.now() + 1_000 * seconds;
  const underWay = new Set<Promise<void>>();
  for (let next = performance.now(); ;) {
    next += (longest === 0 ? 1 : -Math.log((1 + below(1_000_000)) / 1_000_001)) * (1_000 / rate);
    if (next > end) break;
    await pause(Math.max(0, next - performance.now()));
    const payment = payOnce().finally(() => underWay.delete(payment));
    underWay.add(payment);
    if (longest === 0) await payment;
  }
  await Promise.all(underWay);
  // Seats that nobody pays at are watched as long as the others pay.
  await pause(Math.max(0, end - performance.now()));
  late.disable();
  const used = process.cpuUsage(processor);
  const screens = { read: 0, failed: 0 };
  for (const [index, { screens: now }] of seats.entries()) {
    screens.read += now.read - (before[index]?.read ?? 0);
    screens.failed += now.failed - (before[index]?.failed ?? 0);
  }
  return {
    report: 'paid',
    times,
    refused,
    screens,
    bytes: bytesOf() - bytes,
    processor: (used.user + used.system) / 1_000,
    late: late.percentile(95) / 1e6 - 5,
  };
}

async function obey(order: Order): Promise<void> {
  switch (order.order) {
    case 'warm-up':
      await warmUp();
      tell({ report: 'ready' });
      return;
    case 'pay':
      tell(await pay(order));
      return;
    case 'close':
      await Promise.all(seats.map((seat) => openedAtOnce(() => seat.close())));
      process.disconnect();
  }
}
process.on('message', (order) => void obey(order as Order));
// The starter is gone.
process.on('disconnect', () => process.exit());
tell({ report: 'ready' });
