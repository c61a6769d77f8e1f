/** Locks the seat after a long time without activity. */
import type { Session } from './session.ts';

/** Interval of the idle check in ms. Every IPC call checks as well. */
const interval = 5_000;

/** @returns the function that stops it */
export function startIdleCheck({ look }: Pick<Session, 'look'>): () => void {
  const timer = setInterval(look, interval);
  return () => clearInterval(timer);
}
