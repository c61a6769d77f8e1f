/** No question of a screen reads the whole table of payments, on either engine: each is served by an index or by the key. */
import { describe, expect, it } from 'vitest';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { engines, withStore } from '#test/fixtures/ledger/engines.ts';
import { planOf, statementsOf } from '#test/fixtures/ledger/plan-of.ts';
import { newAttempt, query, record } from '#test/fixtures/examples.ts';

const now = '2026-11-21T00:00:00.000Z';
const day = { day: '2026-11-20', from: '2026-11-20T00:00:00.000Z', until: now };
const days = { environment: 'test', merchantId: null, days: [day], now } as const;

describe.each(engines)('the plans of %s', (engine) => {
  let ledger: StoredLedger;
  withStore(engine, (made) => ({ ledger } = made));

  it('read payments by an index or a range of the key: History, sums, customers, days, unknown payments, details', async () => {
    const attempt = newAttempt();
    await record(ledger, attempt);
    const { order: _order, after: _after, limit: _limit, ...filter } = query({ text: 'room' });
    await ledger.search(query({ text: 'room' }));
    const customer = {
      environment: 'test',
      merchantId: attempt.merchant.id,
      operatorName: null,
      since: null,
      withCards: true,
    } as const;
    const sent = await statementsOf(ledger.engine, async () => {
      for (const order of ['newest', 'oldest'] as const) await ledger.search(query({ text: 'room', order }));
      await ledger.search(query({ from: day.from, until: day.until }));
      await ledger.sums(filter, now);
      await ledger.customers({ ...customer, sought: { by: 'phone', digits: '6000' } });
      await ledger.customers({ ...customer, sought: { by: 'email', text: 'maria' } });
      await ledger.customers({ ...customer, sought: { by: 'name', text: 'maria' } });
      await ledger.dayCells(days);
      await ledger.dayLists(days);
      await ledger.changedSince({ environment: 'test', merchantId: null, day: day.day }, day, day.from);
      await ledger.unknowns();
      await ledger.show(attempt.id);
    });
    const seen = new Map(sent.map(({ statement }) => [statement.sql, statement]));
    const reads = [...seen.values()].filter(({ sql }) => /\battempts\b/.test(sql) && !/^(insert|update)/.test(sql));
    expect(reads.length).toBeGreaterThan(6);
    for (const read of reads) {
      const plan = await planOf(ledger.engine, read);
      expect(plan, read.sql).not.toMatch(/seq scan on attempts\b|^scan attempts\b(?! using)/im);
      // Goes through every row of an index to compare it with the list of a payment's attempts.
      if (read.sql.includes('charging')) expect(plan).not.toContain('hashed SubPlan');
    }
  });
});
