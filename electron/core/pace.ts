/** Paces what is told of progress: at once, and then once in each interval, the last change included. */

/** @param interval least time between two tellings, in ms; 0 tells every change */
export function createPace(interval: number, tell: () => void) {
  let toldAt = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;

  function stop(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }

  /** Tells at once. */
  function now(): void {
    stop();
    toldAt = performance.now();
    tell();
  }

  return {
    now,
    /** Tells a change at the next moment that the pace allows. */
    changed() {
      const wait = toldAt + interval - performance.now();
      if (wait <= 0) now();
      else timer ??= setTimeout(now, wait).unref();
    },
    stop,
  };
}
