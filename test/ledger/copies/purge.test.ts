/** Purges: payments continue between their portions, and a payment leaves whole or not at all. */
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { oneHour } from '#shared/durations.ts';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import { purgeSettled } from '#electron/ledger/copies/purge.ts';
import { enginesOfSameSql, storeOfTest } from '#test/fixtures/ledger/engines.ts';
import { exportedOf } from '#test/fixtures/ledger/exported.ts';
import { capture, lost, newAttempt, record, refused, reversal } from '#test/fixtures/examples.ts';

it('a payment is recorded and answered between two portions of a purge', async () => {
  const ledger = await (await storeOfTest('SQLite')).open();
  for (let index = 0; index < 40; index++) {
    const startedAt = new Date(Date.UTC(2020, 2, 1) + index * 1_000).toISOString();
    await record(ledger, newAttempt({ operation: 'sell', startedAt }));
  }
  const exported = await exportedOf(ledger);
  const order: string[] = [];
  const purging = purgeSettled(ledger.engine, '2021-01-01T00:00:00.000Z', exported, undefined, 5).then((removed) => {
    order.push('purged');
    return removed;
  });
  // The payment arrives in a turn of the event loop of its own, as every call from outside does.
  await setImmediate();
  const id = await record(ledger);
  order.push('paid');
  expect(await purging).toBe(40);
  expect(order).toEqual(['paid', 'purged']);
  expect(await ledger.show(id)).toMatchObject({ state: 'approved' });
});

it.each(enginesOfSameSql)(
  'figures on %s of days before a purge say so, and those of later days don’t',
  async (engine) => {
    const ledger = await (await storeOfTest(engine)).open();
    const ofDay = async (day: string) => {
      const days = [
        { day, from: `${day}T05:00:00.000Z`, until: new Date(Date.parse(day) + 29 * oneHour).toISOString() },
      ];
      const now = new Date().toISOString();
      return (await ledger.dayLists({ environment: 'test', merchantId: null, days, now })).purgedBefore;
    };
    expect(await ofDay('2020-03-01')).toBeNull();
    for (const before of ['2021-01-01T05:00:00.000Z', '2020-06-01T05:00:00.000Z'])
      await ledger.note('Sol', { kind: 'purge-begun', before, exported: 1, file: '/old.csv' });
    expect(await ofDay('2020-03-01')).toBe('2021-01-01T05:00:00.000Z');
    expect(await ofDay('2020-12-31')).toBe('2021-01-01T05:00:00.000Z');
    expect(await ofDay('2021-01-01')).toBeNull();
  },
);

it.each(enginesOfSameSql)('a purge on %s takes a charge with all its refunds, or keeps them all', async (engine) => {
  const ledger = await (await storeOfTest(engine)).open();
  const old = '2020-03-01T00:00:00.000Z';
  const sale = () => record(ledger, newAttempt({ operation: 'sell', startedAt: old }));
  const refund = (chargeId: string, startedAt: string, answer?: GatewayAnswer) =>
    record(ledger, reversal({ chargeId }, { amount: 1_00, startedAt }), answer);
  const gone = await sale();
  const goneToo = [await refund(gone, old), await refund(gone, old, refused('declined', '51'))];
  const [young, open] = [await sale(), await sale()];
  const kept = [young, open, await refund(young, '2022-03-01T00:00:00.000Z'), await refund(open, old, lost)];
  const hold = await record(ledger, newAttempt({ startedAt: old }));
  const captured = await record(ledger, capture(hold, { startedAt: old }));
  const ofHold = [hold, captured, await refund(captured, old)];
  const removed = await purgeSettled(ledger.engine, '2021-01-01T00:00:00.000Z', await exportedOf(ledger), undefined);
  expect(removed).toBe(1 + goneToo.length + ofHold.length);
  for (const id of [gone, ...goneToo, ...ofHold]) expect(await ledger.show(id)).toBeNull();
  for (const id of kept) expect(await ledger.show(id)).not.toBeNull();
});
