/** Retries a task after a pause that doubles each time. Never used for payment requests, which are sent once. */

export interface Retry {
  /** Schedules the task after the pause, unless it is scheduled already. @param limit longest pause of this time, in ms */
  later(limit?: number): void;
  /** Cancels the scheduled run. */
  cancel(): void;
  /** Restarts with the first pause. */
  reset(): void;
  /** Cancels the scheduled run and ignores later ones. */
  stop(): void;
}

/** Pauses in ms. Each is twice the previous one, up to the longest. */
export interface Pauses {
  readonly first: number;
  readonly longest: number;
}

/** Creates a retry whose timer does not keep the process alive. */
export function createRetry(task: () => void, { first, longest }: Pauses): Retry {
  let timer: NodeJS.Timeout | null = null;
  let pause = first;
  let stopped = false;
  function cancel(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }
  return {
    later(limit = longest) {
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
    reset() {
      pause = first;
    },
    stop() {
      stopped = true;
      cancel();
    },
  };
}
