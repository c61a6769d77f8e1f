/** Counts work that moves money right now. The program and its ledger wait for it. */
export type InFlight = ReturnType<typeof createInFlight>;

export function createInFlight() {
  const works = new Set<Promise<unknown>>();
  return {
    async during<Value>(work: Promise<Value>): Promise<Value> {
      works.add(work);
      try {
        return await work;
      } finally {
        works.delete(work);
      }
    },
    count: () => works.size,
    /** Resolves when nothing is left, or after `limit` ms. */
    async over(limit: number) {
      const end = AbortSignal.timeout(limit);
      const ended = new Promise((resolve) => end.addEventListener('abort', resolve, { once: true }));
      while (works.size > 0 && !end.aborted) await Promise.race([Promise.allSettled(works), ended]);
    },
  };
}
