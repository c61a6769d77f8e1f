/** Counts work that moves money right now. The program and its ledger wait for it. */
export interface InFlight {
  /** Counts the work until it ends. */
  during<Value>(work: Promise<Value>): Promise<Value>;
  /** Names a batch while its work is counted, so that it can be told to stop. */
  batch<Value>(batchId: string, work: Promise<Value>): Promise<Value>;
  batchIds(): readonly string[];
  count(): number;
  /** Resolves when nothing is left, or after `limit` ms. */
  over(limit: number): Promise<void>;
}

export function createInFlight(): InFlight {
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
    during,
    async batch(batchId, work) {
      batches.add(batchId);
      try {
        return await work;
      } finally {
        batches.delete(batchId);
      }
    },
    batchIds: () => [...batches],
    count: () => works.size,
    async over(limit) {
      const end = AbortSignal.timeout(limit);
      const ended = new Promise((resolve) => end.addEventListener('abort', resolve, { once: true }));
      while (works.size > 0 && !end.aborted) await Promise.race([Promise.allSettled(works), ended]);
    },
  };
}
