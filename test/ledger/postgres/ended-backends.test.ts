/** Connections that the server ends at any moment: no error goes past the calls, and the seat pays on. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { newAttempt, query, value } from '#test/fixtures/examples.ts';
import { soon } from '#test/support/soon.ts';
import { times } from '#test/support/thorough.ts';
import { watchedStore, type WatchedStore } from './seat-connections.ts';

let store: WatchedStore;
beforeEach(async () => {
  store = await watchedStore();
});
afterEach(() => store.drop());

it('leave no error without a listener, while connections are opened, used, idle and closed', async () => {
  const stray = vi.fn();
  process.on('uncaughtException', stray);
  process.on('unhandledRejection', stray);
  // Short enough that connections of the screens are opened and closed all the time.
  const ledger = await store.open({ poolSize: 4, patience: { idle: 15 } });
  const over = new AbortController();
  const recorded: string[] = [];

  async function keepTrying(work: () => Promise<unknown>): Promise<void> {
    while (!over.signal.aborted) {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof LedgerUnavailable)) throw error;
      }
      await pause(Math.random() * 30);
    }
  }
  const begin = async () => {
    const attempt = newAttempt();
    value(await ledger.begin(attempt, null));
    recorded.push(attempt.id);
  };
  const work = [begin, begin, () => ledger.search(query()), () => ledger.search(query()), () => ledger.unknowns()];
  const trying = Promise.all(work.map(keepTrying));
  let ends = 0;
  while (ends < times(8, 20)) {
    const ended = await store.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'Caja' and datname = current_database() and random() < 0.4`);
    ends += ended.length;
    await pause(Math.random() * 120);
  }
  over.abort();
  await trying;
  await vi.waitFor(begin, soon);
  for (const id of recorded) expect(await ledger.attempt(id)).toMatchObject({ state: 'sending' });
  await ledger.close();
  process.off('uncaughtException', stray);
  process.off('unhandledRejection', stray);
  expect(stray).not.toHaveBeenCalled();
});
