/** Counts work that moves money right now. The program and its ledger wait for it. */
export type InFlight = ReturnType<typeof createInFlight>;

export function createInFlight() {
  const works = new Set<Promise<unknown>>();
  const batches = new Set<string>();

  async function during<Value>(work: Promise<Value>): Promise<Value> {
    works.add(work);
    try {
      return await work;
    } finally {
      works.delete(work);
    }
  }

  return {
    /** Counts the work until it ends. */
    during,
    /** Names a batch while its work is counted, so that it can be told to stop. */
    async batch<Value>(batchId: string, work: Promise<Value>): Promise<Value> {
      batches.add(batchId);
      try {
        return await work;
      } finally {
        batches.delete(batchId);
      }
    },
    batchIds: (): readonly string[] => [...batches],
    count: () => works.size,
    /** Resolves when nothing is left, or after `limit` ms. */
    async over(limit: number) {
      const end = AbortSignal.timeout(limit);
      const ended = new Promise((resolve) => end.addEventListener('abort', resolve, { once: true }));
      while (works.size > 0 && !end.aborted) await Promise.race([Promise.allSettled(works), ended]);
    },
  };
}
