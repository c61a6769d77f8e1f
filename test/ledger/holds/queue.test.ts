/** The queue of holds: by amount and by customer across pages, also after a hold that has left it, and one environment at a time. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Merchant } from '#shared/seat/merchant.ts';
import {
  batchLimit,
  holdOrders,
  type Hold,
  type HoldOrder,
  type HoldsPage,
  type HoldsQuery,
} from '#shared/ledger/holds.ts';
import { onDatabase } from '#test/fixtures/ledger/bare-ledger.ts';
import { engines, enginesOfSameSql, storeOfTest } from '#test/fixtures/ledger/engines.ts';
import { approved, merchant, newAttempt, record, waitingHolds } from '#test/fixtures/examples.ts';
import { turnsDuring } from '#test/support/turns-during.ts';

const now = '2026-11-20T17:00:00.000Z';
const held = [
  { firstName: 'zoë', lastName: 'Díaz', amount: 500 },
  { firstName: 'Ñandú', lastName: 'Peña', amount: 90_000 },
  { firstName: 'Álvaro', lastName: 'Ruiz', amount: 500 },
  { firstName: 'Nora', lastName: 'Paz', amount: 1_000 },
  { firstName: 'alba', lastName: 'Ruiz', amount: 20_000 },
];
const expected: Readonly<Record<HoldOrder, readonly string[]>> = {
  time: ['zoë', 'Ñandú', 'Álvaro', 'Nora', 'alba'],
  amount: ['Ñandú', 'alba', 'Nora', 'zoë', 'Álvaro'],
  customer: ['alba', 'Álvaro', 'Nora', 'Ñandú', 'zoë'],
};

it.each(engines)(
  'the queue of holds on %s is in each order across pages, the least time left first of equal ones',
  async (engine) => {
    const ledger = await (await storeOfTest(engine)).open();
    for (const [index, changes] of held.entries()) {
      const startedAt = new Date(Date.parse(now) + 60_000 * index).toISOString();
      await record(ledger, newAttempt({ ...changes, startedAt }), approved({ answeredAmount: changes.amount }));
    }
    const pageOf = (order: HoldOrder, after: HoldsQuery['after']) =>
      ledger.holds(waitingHolds({ order, after, limit: 2 }), now);
    for (const order of holdOrders) {
      const names: string[] = [];
      let after: HoldsQuery['after'] = null;
      for (let more = true; more;) {
        const page = await pageOf(order, after);
        names.push(...page.holds.map(({ authorization }) => authorization.firstName));
        const last = page.holds.at(-1);
        after = last === undefined ? null : { id: last.id, expiresAt: last.expiresAt };
        more = page.more;
      }
      expect(names, order).toEqual(expected[order]);
    }
    const [, alba] = (await pageOf('amount', null)).holds;
    if (alba === undefined) throw new Error('no second hold');
    await ledger.engine.db.updateTable('holds').set({ state: 'captured' }).where('id', '=', alba.id).execute();
    const rest = await pageOf('amount', { id: alba.id, expiresAt: alba.expiresAt });
    expect(rest.holds.map(({ authorization }) => authorization.firstName)).toEqual(['Nora', 'zoë']);
  },
);

it.each(['amount', 'customer'] as const)(
  'a long queue of holds of the embedded ledger is sorted by %s, and read by id, in parts, between which payments get their turn',
  async (order) => {
    const store = await storeOfTest('SQLite');
    const ledger = await store.open();
    await onDatabase(store.address, (db) =>
      sql`insert into holds (id, state, amount, expires_at, expiry_is_estimate, environment, merchant_id)
        with recursive many (n) as (select 1 union all select n + 1 from many where n < 12000)
        select printf('01930000-0000-7000-8000-%012d', n), 'open', n, '2026-11-22T00:00:00.000Z', 0, 'test', 'shop'
        from many`.execute(db),
    );
    let page: HoldsPage | undefined;
    expect(await turnsDuring(async () => (page = await ledger.holds(waitingHolds({ order }), now)))).toBeGreaterThan(1);
    const [first, last] = [page?.holds.at(0), page?.holds.at(-1)].map((hold) => Number(hold?.id.slice(-12)));
    expect([first, last]).toEqual(order === 'amount' ? [12_000, 11_901] : [1, 100]);
    const ids = Array.from(
      { length: batchLimit },
      (_, n) => `01930000-0000-7000-8000-${String(n + 1).padStart(12, '0')}`,
    );
    let found: readonly Hold[] = [];
    expect(await turnsDuring(async () => (found = await ledger.signedHolds(ids)))).toBeGreaterThan(10);
    expect(found.map(({ id }) => id)).toEqual(ids);
  },
);

it.each(enginesOfSameSql)(
  'the queue of holds on %s sums the environment that was asked for alone, with each currency sign',
  async (engine) => {
    const ledger = await (await storeOfTest(engine)).open();
    const hold = (changes: Partial<Merchant>) =>
      record(ledger, newAttempt({ merchant: { ...merchant, ...changes }, startedAt: now }));
    const live = await hold({ id: 'live', environment: 'production' });
    const practice = await hold({ id: 'practice', environment: 'training', currencySign: 'USD' });
    for (const [environment, ids, signs] of [
      ['production', [live], ['B/.']],
      ['training', [practice], ['USD']],
      ['test', [], []],
    ] as const) {
      const { holds, totals } = await ledger.holds(waitingHolds({ environment }), now);
      expect(holds.map(({ id }) => id)).toEqual(ids);
      expect(totals).toMatchObject({ open: { count: ids.length, amount: 12_000 * ids.length }, currencySigns: signs });
    }
    // A merchant changed its own sign while holds were open.
    await hold({ id: 'live', environment: 'production', currencySign: '$' });
    await hold({ id: 'other', environment: 'production', currencySign: '€' });
    const { totals } = await ledger.holds(waitingHolds({ environment: 'production' }), now);
    expect(totals.currencySigns.toSorted()).toEqual(['$', 'B/.', '€']);
  },
);
