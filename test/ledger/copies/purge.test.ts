/** Purges: payments continue between their portions, and a payment leaves whole or not at all. */
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { NewAttempt } from '#electron/core/ports/ledger.ts';
import { purgeSettled } from '#electron/ledger/copies/purge.ts';
import { engines, makeStore } from '#test/fixtures/ledger/engines.ts';
import { exportedOf } from '#test/fixtures/ledger/exported.ts';
import { approved, capture, guard, lost, newAttempt, refused, reversal, value } from '#test/fixtures/examples.ts';

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

describe.each(engines)('a purge on %s', (engine) => {
  it('takes a charge with all its refunds, or keeps them all', async () => {
    const store = await makeStore(engine);
    try {
      const ledger = await store.open();
      const old = '2020-03-01T00:00:00.000Z';
      const made = async (attempt: NewAttempt, answer: GatewayAnswer = approved()): Promise<string> => {
        value(await ledger.begin(attempt, null));
        await ledger.finish(attempt.id, answer, attempt.startedAt);
        return attempt.id;
      };
      const sale = () => made(newAttempt({ operation: 'sell', startedAt: old }));
      const refund = (chargeId: string, startedAt: string, answer?: GatewayAnswer) =>
        made(reversal({ chargeId }, { amount: 1_00, startedAt }), answer);
      const gone = await sale();
      const goneToo = [await refund(gone, old), await refund(gone, old, refused('declined', '51'))];
      const [young, open] = [await sale(), await sale()];
      const kept = [young, open, await refund(young, '2022-03-01T00:00:00.000Z'), await refund(open, old, lost)];
      const hold = await made(newAttempt({ startedAt: old }));
      const captured = await made(capture(hold, { startedAt: old }));
      const ofHold = [hold, captured, await refund(captured, old)];
      const removed = await purgeSettled(
        ledger.engine,
        '2021-01-01T00:00:00.000Z',
        await exportedOf(ledger),
        undefined,
      );
      expect(removed).toBe(1 + goneToo.length + ofHold.length);
      for (const id of [gone, ...goneToo, ...ofHold]) expect(await ledger.show(id)).toBeNull();
      for (const id of kept) expect(await ledger.show(id)).not.toBeNull();
    } finally {
      await store.drop();
    }
  });
});
