/** Runs a task again after a pause that doubles each time. Never used for requests of payments: those are sent once. */

export interface Retry {
  /** Runs the task after the pause, unless that is due already. */
  later(): void;
  /** Cancels the run that is due. */
  cancel(): void;
  /** Makes the next pause the first again. */
  reset(): void;
  /** Cancels the run that is due and refuses later ones. */
  stop(): void;
}

/** Milliseconds; every pause is twice the one before it, up to the longest. */
export interface Pauses {
  readonly first: number;
  readonly longest: number;
}

/** The pause keeps no process alive. */
export function createRetry(task: () => void, { first, longest }: Pauses): Retry {
  let timer: NodeJS.Timeout | null = null;
  let pause = first;
  let stopped = false;
  function cancel(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }
  return {
    later() {
      if (stopped || timer !== null) return;
      timer = setTimeout(() => {
        timer = null;
        task();
      }, pause);
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
