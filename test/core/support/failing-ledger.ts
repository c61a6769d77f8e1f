/** The real ledger with trouble at will: before the commit, where nothing was written, or after it, where all of it was. */
import { LedgerUnavailable, type Ledger } from '#electron/core/ports.ts';
import type { LedgerTrouble } from '#shared/failure.ts';

export type Trouble = 'before' | 'after' | null;

export interface Faults {
  begin: Trouble;
  finish: Trouble;
  saveBatchRow: Trouble;
  trouble: LedgerTrouble;
  /** Tells the use cases that the ledger is back. */
  back: () => void;
}

export function failing(): { readonly faults: Faults; readonly wrap: (real: Ledger) => Ledger } {
  const faults: Faults = {
    begin: null,
    finish: null,
    saveBatchRow: null,
    trouble: 'disconnected',
    back: () => listeners.forEach((listener) => listener(null)),
  };
  const listeners = new Set<(trouble: LedgerTrouble | null) => void>();
  async function meet<Value>(fault: Trouble, work: () => Promise<Value>): Promise<Value> {
    if (fault === 'before') throw new LedgerUnavailable(faults.trouble, 'the store is away');
    const value = await work();
    if (fault === 'after') throw new LedgerUnavailable(faults.trouble, 'the store went away after the commit');
    return value;
  }
  return {
    faults,
    wrap: (real) => ({
      ...real,
      begin: (attempt, guard) => meet(faults.begin, () => real.begin(attempt, guard)),
      finish: (id, answer, at) => meet(faults.finish, () => real.finish(id, answer, at)),
      show: (id) => meet(faults.finish === 'before' ? 'before' : null, () => real.show(id)),
      saveBatchRow: (id, row) => meet(faults.saveBatchRow, () => real.saveBatchRow(id, row)),
      onAvailability(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    }),
  };
}
