/** Looks through an embedded ledger for damaged rows, in pauses after it is opened, and remembers those that pages met. */
import { setTimeout } from 'node:timers/promises';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { Engine } from '#electron/ledger/engine/engine.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { listedColumns } from '#electron/ledger/rows/attempt-columns.ts';
import { toAttempt, isDamaged } from '#electron/ledger/rows/attempt-rows.ts';

/** Wait after the opening, which lets the screens open first, and between portions, in ms. A portion takes 3 ms. */
const pauses = { first: 5_000, between: 20 } as const;
const portion = 200;

export interface DamageWatch {
  /** Remembers the damaged ones of these attempts. */
  note(attempts: readonly Attempt[]): void;
  count(): number;
  /** Resolves when nothing is read any more. */
  stop(): Promise<void>;
}

/** @param onFound called when the count changes */
export function watchForDamage(engine: Engine, onFound: () => void, reportBug: (error: unknown) => void): DamageWatch {
  const found = new Set<string>();
  const stopping = new AbortController();

  function note(attempts: readonly Attempt[]): void {
    const before = found.size;
    for (const attempt of attempts) if (isDamaged(attempt)) found.add(attempt.id);
    if (found.size > before) onFound();
  }

  async function lookThrough(): Promise<void> {
    await setTimeout(pauses.first, undefined, { signal: stopping.signal, ref: false });
    for (let position = Number.MIN_SAFE_INTEGER; ;) {
      const rows = await engine.read((db) =>
        db
          .selectFrom('attempts')
          .select(listedColumns)
          .where('position', '>', position)
          .orderBy('position')
          .limit(portion)
          .execute(),
      );
      note(rows.map(toAttempt));
      const last = rows.at(-1);
      if (last === undefined) return;
      position = last.position;
      await setTimeout(pauses.between, undefined, { signal: stopping.signal, ref: false });
    }
  }

  // PostgreSQL has checksums of its pages, and a million rows would go over the network at each start.
  const looking = engine.kind === 'sqlite' ? lookThrough() : Promise.resolve();
  const done = looking.catch((error: unknown) => {
    if (!stopping.signal.aborted && !(error instanceof LedgerUnavailable)) reportBug(error);
  });
  return {
    note,
    count: () => found.size,
    stop() {
      stopping.abort();
      return done;
    },
  };
}
