/** Lookalikes of a payment that is still keyed: the same that would block it, on both engines. */
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { openSqliteLedger } from '#electron/ledger/open-ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { withStore, enginesOfSameSql } from '#test/fixtures/ledger/engines.ts';
import { approved, capture, guard, newAttempt, record, value } from '#test/fixtures/examples.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

describe.each(enginesOfSameSql)('the lookalikes of a keyed payment on %s', (engine) => {
  let ledger: StoredLedger;
  withStore(engine, (made) => ({ ledger } = made));

  it('are those that block its beginning', async () => {
    const first = newAttempt();
    const second = newAttempt({ cardFingerprint: first.cardFingerprint });
    const { since } = guard();
    const keyed = {
      cardFingerprint: first.cardFingerprint ?? '',
      amount: first.amount,
      merchantId: first.merchant.id,
      since,
    };
    expect(await ledger.lookalikes(keyed)).toEqual([]);
    value(await ledger.begin(first, guard()));
    expect(await ledger.lookalikes(keyed)).toMatchObject([{ id: first.id, state: 'sending' }]);
    const finished = await ledger.finish(first.id, approved(), new Date().toISOString());
    expect(await ledger.lookalikes(keyed)).toMatchObject([finished]);
    expect(await ledger.begin(second, guard())).toMatchObject({ failure: { kind: 'duplicate' } });
    expect(await ledger.lookalikes({ ...keyed, amount: keyed.amount + 1 })).toEqual([]);
    expect(await ledger.lookalikes({ ...keyed, merchantId: 'other' })).toEqual([]);
    expect(await ledger.lookalikes({ ...keyed, since: '9999-12-31T23:59:59.999Z' })).toEqual([]);
  });

  it('say what became of their hold, as the refusal does', async () => {
    const first = newAttempt();
    const again = newAttempt({ cardFingerprint: first.cardFingerprint });
    await record(ledger, first);
    const { since } = guard();
    const cardFingerprint = first.cardFingerprint ?? '';
    const found = async () => {
      const keyed = { cardFingerprint, amount: first.amount, merchantId: first.merchant.id, since };
      const refused = await ledger.begin(again, guard());
      return [
        await ledger.lookalikes(keyed),
        refused.ok || !('earlier' in refused.failure) ? [] : refused.failure.earlier,
      ];
    };
    const held = { id: first.id, payment: { hold: 'open', settlement: null } };
    expect(await found()).toMatchObject([[held], [held]]);
    const settlement = await record(ledger, capture(first.id));
    const captured = { id: first.id, payment: { hold: 'captured', settlement: { id: settlement } } };
    expect(await found()).toMatchObject([[captured], [captured]]);
  });
});

it('a payment reads no others of its card from the journal than those of its amount', async () => {
  const parts = seatParts();
  const ledger = await openSqliteLedger({ ...parts, file: path.join(temporaryFolder(), 'ledger.db') });
  onTestFinished(() => ledger.close());
  const sale = (amount: number) => newAttempt({ operation: 'sell', cardFingerprint: 'one card', amount });
  for (let amount = 100; amount < 110; amount++) await record(ledger, sale(amount));
  parts.journal.flush();
  const read = vi.spyOn(parts.journal, 'about');
  value(await ledger.begin(sale(200), guard()));
  expect(read.mock.calls.length).toBe(1);
});
