/** Turns at something that one caller at a time may use, first come, first served. */

export interface Turns {
  /**
   * Waits for the turn. Rejects with `busy` after the limit in ms, and with the error of `end`.
   * @returns a function that ends the turn
   */
  take(limit: number): Promise<() => void>;
  /** Refuses everyone who waits, and later callers. The present turn goes on. */
  end(error: Error): void;
}

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** @param busy makes the error for a caller whose turn does not come in time */
export function createTurns(busy: () => Error): Turns {
  const waiting = new Set<Waiting>();
  let taken = false;
  let ended: Error | null = null;

  function next(): void {
    const [first] = waiting;
    if (first === undefined) {
      taken = false;
      return;
    }
    waiting.delete(first);
    first.resolve();
  }

  /** Ends one turn, once. */
  function turn(): () => void {
    let over = false;
    return () => {
      if (over) return;
      over = true;
      next();
    };
  }

  async function inLine(limit: number): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const caller: Waiting = { resolve, reject };
    waiting.add(caller);
    const timer = setTimeout(() => {
      if (waiting.delete(caller)) reject(busy());
    }, limit);
    timer.unref();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async take(limit) {
      if (ended !== null) throw ended;
      if (taken) await inLine(limit);
      taken = true;
      return turn();
    },
    end(error) {
      ended = error;
      for (const { reject } of waiting) reject(error);
      waiting.clear();
    },
  };
}
