/** The queue of holds of one environment: training money is never added to real money, nor one currency to another. */
import { describe, expect, it } from 'vitest';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import { engines, withStore } from '#test/fixtures/ledger/engines.ts';
import { merchant, newAttempt, record, waitingHolds } from '#test/fixtures/examples.ts';

const now = '2026-11-20T17:00:00.000Z';

describe.each(engines)('the queue of holds on %s', (engine) => {
  let ledger: StoredLedger;

  withStore(engine, (made) => ({ ledger } = made), 'all');

  const hold = (changes: Partial<Merchant>) =>
    record(ledger, newAttempt({ merchant: { ...merchant, ...changes }, startedAt: now }));

  it('lists and sums only the holds of the requested environment', async () => {
    const live = await hold({ id: 'live', environment: 'production' });
    const practice = await hold({ id: 'practice', environment: 'training', currencySign: 'USD' });
    for (const [environment, id, sign] of [
      ['production', live, 'B/.'],
      ['training', practice, 'USD'],
    ] as const) {
      const page = await ledger.holds(waitingHolds({ environment }), now);
      expect(page.holds.map((each) => each.id)).toEqual([id]);
      expect(page.totals.open).toEqual({ count: 1, amount: 12_000 });
      expect(page.totals.currencySigns).toEqual([sign]);
    }
    const none = await ledger.holds(waitingHolds({ environment: 'test' }), now);
    expect(none.holds).toEqual([]);
    expect(none.totals.open).toEqual({ count: 0, amount: 0 });
    expect(none.totals.currencySigns).toEqual([]);
  });

  it('names every currency sign, even when a merchant changed its own while holds were open', async () => {
    await hold({ id: 'live', environment: 'production' });
    await hold({ id: 'live', environment: 'production', currencySign: '$' });
    await hold({ id: 'other', environment: 'production', currencySign: '€' });
    const { totals } = await ledger.holds(waitingHolds({ environment: 'production' }), now);
    expect(totals.currencySigns.toSorted()).toEqual(['$', 'B/.', '€']);
  });
});
