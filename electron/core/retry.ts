/** Retries a task after a pause that doubles each time. Never used for payment requests, which are sent once. */

/** Pauses in ms. Each is twice the previous one, up to the longest. */
export interface Pauses {
  readonly first: number;
  readonly longest: number;
}

/** Creates a retry whose timer does not keep the process alive. */
export function createRetry(task: () => void, { first, longest }: Pauses) {
  let timer: NodeJS.Timeout | null = null;
  let pause = first;
  let stopped = false;
  function cancel(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }
  return {
    /** Schedules the task after the pause, unless it is scheduled already. @param limit longest pause of this time, in ms */
    later(limit: number = longest) {
      if (stopped || timer !== null) return;
      timer = setTimeout(
        () => {
          timer = null;
          task();
        },
        Math.min(pause, limit),
      );
      timer.unref();
      pause = Math.min(pause * 2, longest);
    },
    cancel,
    /** Restarts with the first pause. */
    reset() {
      pause = first;
    },
    /** Cancels the scheduled run and ignores later ones. */
    stop() {
      stopped = true;
      cancel();
    },
  };
}
