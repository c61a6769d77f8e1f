/** Figures of many seats at one server. */
import type { Sampled } from '#test/bench/ratio.ts';
import { median, p95 } from '#test/bench/measure.ts';
import type { PaidReport } from './seat-process.ts';
import type { ServerLoad } from './server-load.ts';

export interface SeatsFigures {
  readonly seats: number;
  readonly payments: number;
  /** ms that the ledger took for the begin and the finish of a payment: of one seat alone, and of all of them. */
  readonly oneP50: number;
  readonly oneP95: number;
  readonly p50: number;
  readonly p95: number;
  readonly refused: number;
  readonly connectionsOfSeat: number;
  /** Reads of all screens per second. */
  readonly screens: number;
  /** Processor time of the server per seat, as a share of one core in percent; null where it can't be read. */
  readonly serverPerSeat: number | null;
  /** Cores that the server and the simulated seats kept busy. They share one machine here. */
  readonly serverCores: number | null;
  readonly seatCores: number;
  /** The 95th percentile of what the event loops of the simulated seats were late, in ms. It is part of the times. */
  readonly late: number;
  readonly commits: number;
  readonly flushes: number;
  /** kB of WAL a second. */
  readonly wal: number;
  /** kB a second over the lines of all seats, of one of five branches, and of a seat that shows nothing and does not pay. */
  readonly lineOfAll: number;
  readonly lineOfBranch: number;
  readonly line: number;
  /** Most frequent waits of the server's busy connections. */
  readonly waits: string;
}

export interface MeasuredSeats {
  readonly seats: number;
  readonly seconds: number;
  readonly alone: readonly PaidReport[];
  readonly together: readonly PaidReport[];
  readonly load: ServerLoad;
  /** kB a second of a seat that shows nothing and does not pay. */
  readonly line: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const refusedOf = (reports: readonly PaidReport[]): number =>
  sum(reports.flatMap(({ refused }) => Object.values(refused)));

export function seatsFiguresOf({ seats, seconds, alone, together, load, line }: MeasuredSeats): SeatsFigures {
  const [one, all] = [alone, together].map((reports) => reports.flatMap(({ times }) => times)) as [number[], number[]];
  const lineOfAll = sum(together.map(({ bytes }) => bytes)) / 1_000 / seconds;
  const server = load.processor === null ? null : load.processor / 1_000 / seconds;
  return {
    seats,
    payments: all.length,
    oneP50: median(one),
    oneP95: p95(one),
    p50: median(all),
    p95: p95(all),
    refused: refusedOf([...alone, ...together]),
    connectionsOfSeat: load.connectionsOfSeat,
    screens: sum(together.map(({ screens }) => screens.read)) / seconds,
    serverPerSeat: server === null ? null : (100 * server) / seats,
    serverCores: server,
    seatCores: sum(together.map(({ processor }) => processor)) / 1_000 / seconds,
    late: Math.max(...together.map(({ late }) => late)),
    commits: load.commits,
    flushes: load.flushes,
    wal: load.wal,
    lineOfAll,
    lineOfBranch: lineOfAll / 5,
    line,
    waits: load.waits
      .slice(0, 4)
      .map(([wait, share]) => `${wait} ${Math.round(100 * share)} %`)
      .join(', '),
  };
}

export const seatRowsOf = (measured: MeasuredSeats): readonly Sampled<'seats'>[] => {
  const { alone, together, load, seats, line } = measured;
  const variant = `${seats} seats`;
  const timesOf = (reports: readonly PaidReport[]) => reports.flatMap(({ times }) => times);
  return [
    { row: 'payment', variant, ours: timesOf(together), baseline: timesOf(alone) },
    { row: 'refused', variant, ours: [refusedOf([...alone, ...together])] },
    { row: 'connections', variant, ours: [load.connectionsOfSeat] },
    { row: 'line', variant, ours: [line] },
  ];
};
