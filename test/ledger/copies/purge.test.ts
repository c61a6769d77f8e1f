/** Purges: payments continue between their portions, and a payment leaves whole or not at all. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { oneHour } from '#shared/durations.ts';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import { purgeSettled } from '#electron/ledger/copies/purge.ts';
import { onDatabase } from '#test/fixtures/ledger/bare-ledger.ts';
import { enginesOfSameSql, storeOfTest } from '#test/fixtures/ledger/engines.ts';
import { exportedOf } from '#test/fixtures/ledger/exported.ts';
import {
  approved,
  capture,
  lost,
  newAttempt,
  record,
  refused,
  resolution,
  reversal,
  value,
} from '#test/fixtures/examples.ts';
import { newId } from '#shared/new-id.ts';
import { soon } from '#test/support/soon.ts';

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

it('what is removed is neither refunded nor answered by another seat meanwhile', async () => {
  const store = await storeOfTest('PostgreSQL');
  const [office, till] = [await store.open('Office'), await store.open('Till')];
  const sale = newAttempt({ operation: 'sell', startedAt: '2020-03-01T00:00:00.000Z' });
  const chargeId = await record(office, { ...sale, id: newId() });
  const resolved = await record(office, { ...sale, id: newId() }, lost);
  value(await office.resolve(resolved, resolution('declined')));
  const exported = await exportedOf(office);
  await onDatabase(store.address, (pool) =>
    pool.connection().execute(async (db) => {
      const waiting = async () => {
        const locks = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
        return (await locks.execute(db)).rows.length;
      };
      await sql`create function held() returns trigger language plpgsql as ${sql.raw(`$$ begin
        perform pg_advisory_xact_lock(7); return null; end $$`)}`.execute(db);
      await sql`create trigger held before delete on attempts for each statement execute function held()`.execute(db);
      await sql`select pg_advisory_lock(7)`.execute(db);
      const purging = purgeSettled(office.engine, '2021-01-01T00:00:00.000Z', exported);
      await vi.waitFor(async () => expect(await waiting()).toBe(1), soon);
      const meanwhile = [
        till.begin(reversal({ chargeId }, { amount: 1_00 }), null),
        till.finish(resolved, approved(), new Date().toISOString()),
      ];
      const done = Promise.allSettled(meanwhile);
      await Promise.race([...meanwhile, vi.waitFor(async () => expect(await waiting()).toBeGreaterThan(1), soon)]);
      await sql`select pg_advisory_unlock(7)`.execute(db);
      expect(await purging).toBe(2);
      expect(await done).toMatchObject([{ value: { failure: { kind: 'not-found' } } }, { status: 'rejected' }]);
    }),
  );
});
