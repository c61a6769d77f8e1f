/** One clock for every countdown. It ticks once a second while something subscribes to it. */
import { useSyncExternalStore } from 'react';
import { oneMinute } from '#shared/durations.ts';
import { localDay } from '#shared/local-day.ts';

const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Sets a clock that had stopped before its value is read. */
function read(): number {
  if (timer === undefined) now = Date.now();
  return now - (now % 1000);
}

/** Returns the current second, in epoch milliseconds. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, read);
}

/** Returns the start of the current minute, in epoch milliseconds, for what is too large to be drawn each second. */
export function useMinute(): number {
  return useSyncExternalStore(subscribe, () => read() - (read() % oneMinute));
}

/** Returns the local day as a date field writes it. Changes at midnight. */
export function useToday(): string {
  return useSyncExternalStore(subscribe, () => localDay(new Date()));
}

/** Returns true once the instant (UTC, ISO 8601) has passed. Renders again only then, so that every row of a list can ask. */
export function useIsPast(instant: string | null): boolean {
  return useSyncExternalStore(subscribe, () => instant !== null && Date.parse(instant) <= read());
}
