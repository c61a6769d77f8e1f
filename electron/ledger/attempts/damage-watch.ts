/** Remembers the damaged rows of a ledger: those that pages met, and those that the check of the whole file finds. */
import { setTimeout } from 'node:timers/promises';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { CheckedFile } from '#shared/seat/settings.ts';
import { isDamaged } from '#electron/ledger/rows/attempt-rows.ts';

/** Wait after the opening, which lets the screens open first, and shortest time between two reports of progress, in ms. */
const pauses = { first: 5_000, progress: 2_000 } as const;

type OnRows = (rows: CheckedFile & { readonly damaged: readonly string[] }) => void;

export interface DamageWatchParts {
  /** Reads the whole file beside payments. Rejects with `LedgerUnavailable` `corrupt`. Null for a server, which checks its pages. */
  readonly readFile: ((signal: AbortSignal, onRows: OnRows) => Promise<unknown>) | null;
  readonly onChange: () => void;
  readonly onCorrupt: (detail: string) => void;
  readonly reportBug: (error: unknown) => void;
}

export function watchForDamage({ readFile, onChange, onCorrupt, reportBug }: DamageWatchParts) {
  const found = new Set<string>();
  const stopping = new AbortController();
  let checking: CheckedFile | null = null;
  let toldAt = 0;

  function add(ids: readonly string[]): void {
    const before = found.size;
    for (const id of ids) found.add(id);
    if (found.size > before) onChange();
  }

  async function check(): Promise<void> {
    const { signal } = stopping;
    if (readFile === null) return;
    await setTimeout(pauses.first, undefined, { signal, ref: false });
    await readFile(signal, ({ done, of, damaged }) => {
      checking = { done, of };
      add(damaged);
      if (performance.now() - toldAt < pauses.progress) return;
      toldAt = performance.now();
      onChange();
    });
  }

  const done = check()
    .catch((error: unknown) => {
      if (stopping.signal.aborted) return;
      if (error instanceof LedgerUnavailable && error.reason === 'corrupt') onCorrupt(error.message);
      else if (!(error instanceof LedgerUnavailable)) reportBug(error);
    })
    .then(() => {
      const wasChecking = checking !== null;
      checking = null;
      if (wasChecking && !stopping.signal.aborted) onChange();
    });
  return {
    /** Remembers the damaged ones of these attempts. */
    note: (attempts: readonly Attempt[]) => add(attempts.filter(isDamaged).map(({ id }) => id)),
    count: () => found.size,
    /** Returns how far the file is read; null while it is not. */
    checking: (): CheckedFile | null => checking,
    /** Resolves without waiting for a statement under way. */
    stop() {
      stopping.abort();
      return done;
    },
  };
}
