/** Turns at something that one caller at a time may use, or several that share it, first come, first served. */

export type Turns = ReturnType<typeof createTurns>;

interface Waiting {
  readonly shares: boolean;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/** @param busy makes the error for a caller whose turn does not come in time */
export function createTurns(busy: () => Error) {
  const waiting = new Set<Waiting>();
  /** Number of present turns. Several are shared ones. */
  let present = 0;
  let shared = false;
  let ended: Error | null = null;

  function admit(): void {
    for (const first of waiting) {
      if (present > 0 && !(shared && first.shares)) return;
      waiting.delete(first);
      present += 1;
      shared = first.shares;
      first.resolve();
    }
  }

  /** Ends one turn, once. */
  function turn(): () => void {
    let over = false;
    return () => {
      if (over) return;
      over = true;
      present -= 1;
      admit();
    };
  }

  async function inLine(limit: number, shares: boolean): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const caller: Waiting = { shares, resolve, reject };
    waiting.add(caller);
    admit();
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
    /**
     * Waits for the turn. Rejects with `busy` after the limit in ms, and with the error of `end`.
     * @param shares whether the turn may be taken beside others that share it
     * @returns a function that ends the turn
     */
    async take(limit: number, shares: boolean = false): Promise<() => void> {
      if (ended !== null) throw ended;
      await inLine(limit, shares);
      return turn();
    },
    /** Refuses everyone who waits, and later callers. The present turn goes on. */
    end(error: Error) {
      ended = error;
      for (const { reject } of waiting) reject(error);
      waiting.clear();
    },
  };
}
