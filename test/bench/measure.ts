/** Measurements of the benchmark: ours and the bare baseline alternate, so that noise affects both. */
import { setImmediate } from 'node:timers/promises';

/** Durations in ms of the same operations in the same order, of ours and of the bare baseline. */
export interface InTurn {
  readonly own: readonly number[];
  readonly bare: readonly number[];
}

export const percentile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};
export const p95 = (values: readonly number[]): number => percentile(values, 0.95);
export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** @returns ms */
export async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Runs both operations in alternating order, with a pause in between for deferred work. */
export async function both(turn: number, own: () => unknown, bare: () => unknown) {
  const ownFirst = turn % 2 === 0;
  const first = await timed(ownFirst ? own : bare);
  const second = await timed(ownFirst ? bare : own);
  await setImmediate();
  return ownFirst ? { own: first, bare: second } : { own: second, bare: first };
}

export interface Rounds {
  /** Rounds before those that count. */
  readonly warming: number;
  readonly count: number;
}

/** Rounds that count at least, and time in ms after which they are enough: sums of a million payments take seconds. */
const enough = { rounds: 8, time: 20_000 } as const;

/** Runs both in turn. Each round gets its own pair of operations, prepared outside of the time. */
export async function alternate(
  { warming, count }: Rounds,
  prepare: (turn: number) => { readonly own: () => unknown; readonly bare: () => unknown },
): Promise<InTurn> {
  const [own, bare]: [number[], number[]] = [[], []];
  const start = performance.now();
  for (let turn = 0; turn < warming + count; turn++) {
    if (own.length >= enough.rounds && performance.now() - start > enough.time) break;
    const pair = prepare(turn);
    const times = await both(turn, pair.own, pair.bare);
    if (turn < warming) continue;
    own.push(times.own);
    bare.push(times.bare);
  }
  return { own, bare };
}
