/** Approvals without a reference, or with that of another payment: unknown until a supervisor keys the right one. */
import { describe, expect, it } from 'vitest';
import { noReferences as none } from '#electron/core/payments/answered-attempt.ts';
import { capturePayment } from '#electron/core/payments/drafts.ts';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { NewAttempt } from '#electron/core/ports/ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import type { References } from '#shared/payments/attempt.ts';
import { engines, enginesOfSameSql, withStore, type Store } from '#test/fixtures/ledger/engines.ts';
import {
  approved,
  capture,
  guard,
  lost,
  newAttempt,
  record,
  refused,
  resolution,
  reversal,
  value,
} from '#test/fixtures/examples.ts';

const now = () => new Date().toISOString();
let count = 0;
const fresh = (): string => `SANDBOX_REF-${(count += 1)}`;
const as = (reference: string) => resolution('approved', { reference });

describe.each(enginesOfSameSql)('the reference of an approval on %s', (engine) => {
  let ledger: StoredLedger;
  withStore(engine, (made) => ({ ledger } = made), 'all');

  const begun = async (changes: Partial<NewAttempt> = {}): Promise<string> => {
    const attempt = newAttempt(changes);
    value(await ledger.begin(attempt, attempt.holdId === null ? guard() : null));
    return attempt.id;
  };
  const answered = async (references: Partial<References>, changes: Partial<NewAttempt> = {}) =>
    ledger.finish(await begun(changes), approved({ references: { ...none, ...references } }), now());
  const sentWith = async (id: string) => {
    const hold = await ledger.hold(id);
    if (hold === null) throw new Error('no hold');
    const sent = capturePayment({ holdId: id, amount: 12_000, description: 'Shipped' }, hold);
    return { codOper: sent?.codOper, authToken: sent?.authToken };
  };

  it.each([
    ['json', none],
    ['json', { ...none, codOper: '' }],
    ['json', { ...none, codOper: ' \t' }],
    ['json', { ...none, authToken: 'TOKEN-1', idtx: '9' }],
    ['form', none],
    ['form', { ...none, codOper: 'SANDBOX_ONLY' }],
  ] as const)(
    'of a %s authorization without a usable one leaves it unknown, without a hold',
    async (family, references) => {
      const attempt = await answered(references, { family });
      expect(attempt).toMatchObject({ state: 'unknown', unknownCause: 'no-reference', references });
      expect(await ledger.show(attempt.id)).toMatchObject({ state: 'unknown', answeredAmount: 12_000 });
      expect(await ledger.hold(attempt.id)).toBeNull();
      const reference = fresh();
      value(await ledger.resolve(attempt.id, as(reference)));
      expect(await ledger.hold(attempt.id)).toMatchObject({ state: 'open' });
      expect(await sentWith(attempt.id)).toEqual(
        family === 'json' ? { codOper: reference, authToken: null } : { codOper: null, authToken: reference },
      );
    },
  );

  it('of a sale may be missing, because nothing is captured by it', async () => {
    expect(await answered({}, { operation: 'sell' })).toMatchObject({ state: 'approved' });
  });

  it('is kept exactly as it came', async () => {
    const codOper = ` ${fresh()} `;
    const { id } = await answered({ codOper });
    expect(await sentWith(id)).toEqual({ codOper, authToken: null });
  });

  it('that another payment has makes the later one unknown, whatever became of the other', async () => {
    for (const earlier of [approved(), { ...refused('declined', '51') }]) {
      const codOper = fresh();
      await ledger.finish(await begun(), { ...earlier, references: { ...none, codOper } } as typeof earlier, now());
      const later = await answered({ codOper });
      expect(later).toMatchObject({ state: 'unknown', unknownCause: 'reference-used', references: { codOper } });
      expect(await ledger.hold(later.id)).toBeNull();
      expect((await ledger.unknowns()).map(({ id }) => id)).toContain(later.id);
      // The same answer once more is not taken for another payment's.
      expect(await ledger.finish(later.id, approved({ references: { ...none, codOper } }), now())).toEqual(later);
    }
  });

  it.each(['declined', 'rejected'] as const)('that another payment has makes a %s answer unknown', async (outcome) => {
    for (const [name, changes] of [
      ['codOper', {}],
      ['idtx', { operation: 'sell' }],
      ['authToken', { family: 'form' }],
    ] as const) {
      const used = fresh();
      const reference = { ...none, [name]: used };
      await answered({ codOper: fresh(), authToken: fresh(), [name]: used }, changes);
      const id = await begun(changes);
      const answer = { ...refused(outcome, '51'), references: reference } as GatewayAnswer;
      expect(await ledger.finish(id, answer, now()), name).toMatchObject({
        state: 'unknown',
        unknownCause: 'reference-used',
        references: reference,
      });
      const own = await ledger.finish(await begun(changes), { ...answer, references: none } as GatewayAnswer, now());
      expect(own, name).toMatchObject({ state: outcome });
    }
  });

  it('of family A is its idtx too, which a capture has for itself', async () => {
    const idtx = fresh();
    const { id: holdId } = await answered({ codOper: fresh(), idtx });
    expect(await answered({ codOper: fresh(), idtx })).toMatchObject({ unknownCause: 'reference-used' });
    expect(await answered({ codOper: fresh(), idtx }, capture(holdId))).toMatchObject({
      unknownCause: 'reference-used',
    });
    const { id: otherHold } = await answered({ codOper: fresh(), idtx: fresh() });
    const { references } = (await ledger.show(otherHold)) ?? {};
    const captured = { codOper: fresh(), idtx: fresh(), relatedTx: references?.codOper ?? null };
    expect(await answered(captured, capture(otherHold))).toMatchObject({ state: 'approved' });
    // A zero numbers nothing, and family B has no such number.
    for (const none of ['0', '', ' 000 ']) {
      for (let count = 0; count < 2; count += 1)
        expect(await answered({ codOper: fresh(), idtx: none })).toMatchObject({ state: 'approved' });
    }
    expect(await answered({ codOper: fresh(), authToken: fresh(), idtx }, { family: 'form' })).toMatchObject({
      state: 'approved',
    });
  });

  it('may stand in the relation of a declined capture', async () => {
    const codOper = fresh();
    const { id } = await answered({ codOper, idtx: fresh() });
    const declined = { ...refused('declined', '51'), references: { ...none, codOper: fresh(), relatedTx: codOper } };
    expect(await ledger.finish(await begun(capture(id)), declined as GatewayAnswer, now())).toMatchObject({
      state: 'declined',
    });
  });

  it('that another payment has makes a sale and a capture unknown too, and the hold of the capture', async () => {
    const codOper = fresh();
    const { id: holdId } = await answered({ codOper });
    expect(await answered({ codOper }, { operation: 'sell' })).toMatchObject({ unknownCause: 'reference-used' });
    const captured = await answered({ codOper }, capture(holdId));
    expect(captured).toMatchObject({ state: 'unknown', unknownCause: 'reference-used' });
    expect(await ledger.hold(holdId)).toMatchObject({ state: 'capture-unknown', capture: { id: captured.id } });
  });

  it('of family B is its AUTH_TOKEN too, which a capture may repeat from its own authorization', async () => {
    const form = { family: 'form' } as const;
    const authToken = fresh();
    const { id: holdId } = await answered({ codOper: fresh(), authToken }, form);
    expect(await answered({ codOper: fresh(), authToken }, form)).toMatchObject({ unknownCause: 'reference-used' });
    const other = fresh();
    const { id: otherHold } = await answered({ codOper: fresh(), authToken: other }, form);
    const { references } = (await ledger.show(otherHold)) ?? {};
    expect(
      await answered({ codOper: references?.codOper ?? null, authToken: other }, { ...capture(otherHold), ...form }),
    ).toMatchObject({ state: 'approved' });
    expect(await answered({ codOper: fresh(), authToken: other }, { ...capture(holdId), ...form })).toMatchObject({
      unknownCause: 'reference-used',
    });
  });

  it('may be that of another merchant or environment', async () => {
    const codOper = fresh();
    const { merchant } = newAttempt();
    await answered({ codOper });
    expect(await answered({ codOper }, { merchant: { ...merchant, id: 'other' } })).toMatchObject({
      state: 'approved',
    });
    const live = { ...merchant, environment: 'production' } as const;
    expect(await answered({ codOper }, { merchant: live })).toMatchObject({ state: 'approved' });
  });

  it('that a supervisor keys must not be that of another payment', async () => {
    const codOper = fresh();
    await answered({ codOper });
    const id = await record(ledger, newAttempt(), lost);
    expect(await ledger.resolve(id, as(codOper))).toMatchObject({ failure: { kind: 'reference-used' } });
    expect(await ledger.show(id)).toMatchObject({ state: 'unknown', resolution: null });
    const own = fresh();
    value(await ledger.resolve(id, as(own)));
    expect(await sentWith(id)).toEqual({ codOper: own, authToken: null });
  });

  it('that another payment has says nothing of the amount, which a supervisor confirms', async () => {
    const codOper = fresh();
    await answered({ codOper });
    const crossed = approved({
      references: { ...none, codOper },
      answeredAmount: 5_000,
      differences: [{ field: 'amount', answered: '50.00' }],
    });
    const finish = async (changes: Partial<NewAttempt> = {}) => {
      const attempt = await ledger.finish(await begun(changes), crossed, now());
      expect(attempt).toMatchObject({ unknownCause: 'reference-used', answeredAmount: null, differences: [] });
      value(await ledger.resolve(attempt.id, as(fresh())));
      return attempt.id;
    };
    // Sent with the whole amount.
    expect((await sentWith(await finish())).codOper).toBeDefined();
    value(await ledger.begin(reversal({ chargeId: await finish({ operation: 'sell' }) }), null));
  });

  it('that a supervisor keyed goes before the used ones of the answer', async () => {
    const crossed = { codOper: fresh(), idtx: fresh() };
    await answered(crossed);
    const { id } = await answered(crossed);
    const own = fresh();
    value(await ledger.resolve(id, as(own)));
    expect(await sentWith(id)).toEqual({ codOper: own, authToken: null });
  });
});

describe.each(engines)('the reference of an approval, by the indexes of %s,', (engine) => {
  let store: Store;
  let ledger: StoredLedger;
  withStore(engine, (made) => ({ store, ledger } = made), 'all');

  it.each(['codOper', 'idtx'] as const)(
    '%s is given to one of two seats that are answered at the same time',
    async (name) => {
      const seats = [ledger, await store.open(`Till ${name}`)];
      const shared = fresh();
      const begun = await Promise.all(
        seats.map(async (seat) => ({ seat, id: value(await seat.begin(newAttempt(), guard())).id })),
      );
      const finished = await Promise.all(
        begun.map(({ seat, id }) =>
          seat.finish(id, approved({ references: { ...none, codOper: fresh(), [name]: shared } }), now()),
        ),
      );
      expect(finished.map(({ state }) => state).toSorted()).toEqual(['approved', 'unknown']);
    },
  );

  it('of any length is recorded', async () => {
    const codOper = `${fresh()}${Array.from({ length: 900 }, (_, index) => index * 7919).join('-')}`;
    const answered = async () => {
      const { id } = value(await ledger.begin(newAttempt(), guard()));
      return ledger.finish(id, approved({ references: { ...none, codOper } }), now());
    };
    expect(await answered()).toMatchObject({ state: 'approved', references: { codOper } });
    expect(await answered()).toMatchObject({ unknownCause: 'reference-used' });
  });
});
