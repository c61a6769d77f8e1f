/** Large purges: payments continue between their portions. */
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { purgeSettled } from '#electron/ledger/copies/purge.ts';
import { makeStore } from '#test/fixtures/ledger/engines.ts';
import { exportedOf } from '#test/fixtures/ledger/exported.ts';
import { approved, guard, newAttempt, value } from '#test/fixtures/examples.ts';

it('a payment is recorded and answered between two portions of a purge', async () => {
  const store = await makeStore('SQLite');
  try {
    const ledger = await store.open();
    for (let index = 0; index < 40; index++) {
      const startedAt = new Date(Date.UTC(2020, 2, 1) + index * 1_000).toISOString();
      const old = newAttempt({ operation: 'sell', startedAt });
      value(await ledger.begin(old, null));
      await ledger.finish(old.id, approved(), startedAt);
    }
    const exported = await exportedOf(ledger);
    const order: string[] = [];
    const purging = purgeSettled(ledger.engine, '2021-01-01T00:00:00.000Z', exported, undefined, 5).then((removed) => {
      order.push('purged');
      return removed;
    });
    // The payment arrives in a turn of the event loop of its own, as every call from outside does.
    await setImmediate();
    const attempt = newAttempt();
    value(await ledger.begin(attempt, guard()));
    await ledger.finish(attempt.id, approved(), new Date().toISOString());
    order.push('paid');
    expect(await purging).toBe(40);
    expect(order).toEqual(['paid', 'purged']);
    expect(await ledger.show(attempt.id)).toMatchObject({ state: 'approved' });
  } finally {
    await store.drop();
  }
});
