/** Cards of earlier payments on both engines: found, guarded from several seats, and forgotten, also after a purge. */
import { describe, expect, it } from 'vitest';
import type { NewAttempt } from '#electron/core/ports/ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { withStore, enginesOfSameSql, type Store } from '#test/fixtures/ledger/engines.ts';
import { approved, capture, guard, newAttempt, recharge, record, reversal } from '#test/fixtures/examples.ts';

describe.each(enginesOfSameSql)('the card of an earlier payment on %s', (engine) => {
  let store: Store;
  let ledger: StoredLedger;
  withStore(engine, (made) => ({ store, ledger } = made), 'all');

  async function paid(attempt: NewAttempt): Promise<NewAttempt> {
    await record(ledger, attempt, approved({ answeredAmount: attempt.amount }));
    return attempt;
  }
  const isForgotten = async ({ id }: NewAttempt) => (await ledger.cardOf(id))?.isForgotten;

  it('is that of the payment for which it was keyed, from all that followed', async () => {
    const hold = await paid(newAttempt());
    const captured = await paid(capture(hold.id));
    const again = await paid(recharge(hold, { amount: 4_000 }));
    const refund = await paid(reversal({ chargeId: again.id }, { amount: 1_000 }));
    for (const { id } of [hold, captured, again])
      expect(await ledger.cardOf(id)).toMatchObject({
        first: { id: hold.id },
        fingerprint: hold.cardFingerprint,
        hold: 'captured',
        isForgotten: false,
      });
    for (const id of [refund.id, newAttempt().id]) expect(await ledger.cardOf(id)).toBeNull();
    expect((await ledger.show(again.id))?.timeline.map(({ operation }) => operation)).toEqual(['recharge', 'refund']);
  });

  it('is charged once by two seats at the same time', async () => {
    const first = await paid(newAttempt({ operation: 'sell' }));
    const other = await store.open();
    const begun = await Promise.all(
      [ledger, other].map((seat) => seat.begin(recharge(first, { amount: 7_000 }), guard())),
    );
    expect(begun.filter(({ ok }) => ok)).toHaveLength(1);
    await other.close();
  });

  it('must be named by a charge of it, and by nothing else', async () => {
    await expect(ledger.begin(recharge(newAttempt(), { cardOf: null }), null)).rejects.toThrow();
    await expect(ledger.begin(newAttempt({ cardOf: newAttempt().id }), null)).rejects.toThrow();
  });

  it('is over once it was forgotten by any of its payments, until it is keyed anew, and where its hold was voided', async () => {
    const cardFingerprint = 'forgotten-card';
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    const [one, two] = [
      await paid(newAttempt({ operation: 'sell', cardFingerprint, startedAt: at(-2) })),
      await paid(newAttempt({ operation: 'sell', cardFingerprint, startedAt: at(-1) })),
    ];
    const elsewhere = await paid(newAttempt({ operation: 'sell' }));
    const voided = await paid(newAttempt());
    await paid(reversal({ holdId: voided.id }));
    expect(await ledger.forgetCard(one.id, 'Sol')).toBe(true);
    expect(await ledger.forgetCard(newAttempt().id, 'Sol')).toBe(false);
    const anew = await paid(newAttempt({ operation: 'sell', cardFingerprint, startedAt: at(1) }));
    expect(await Promise.all([one, two, elsewhere, anew].map(isForgotten))).toEqual([true, true, false, false]);
    expect(await ledger.cardOf(voided.id)).toMatchObject({ hold: 'voided' });
    const { events } = await ledger.events({ after: null, limit: 1 });
    expect(events[0]).toMatchObject({ operatorName: 'Sol', deed: { kind: 'card-forgotten', attemptId: two.id } });
  });

  it('is forgotten also where it was keyed by a clock that was ahead', async () => {
    const startedAt = new Date(Date.now() + 600_000).toISOString();
    const early = await paid(newAttempt({ operation: 'sell', cardFingerprint: 'card of a fast clock', startedAt }));
    expect(await ledger.forgetCard(early.id, 'Sol')).toBe(true);
    expect(await isForgotten(early)).toBe(true);
  });
});
