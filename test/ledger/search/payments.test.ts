/** The latest state of each payment beside its attempts: pages, details and exports on both engines, in one statement a page. */
import { describe, expect, it } from 'vitest';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { NewAttempt } from '#electron/core/ports/ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import {
  listedAttemptSchema,
  shownAttemptSchema,
  type ListedAttempt,
  type ShownAttempt,
} from '#shared/ledger/listed-attempt.ts';
import type { Resolution } from '#shared/payments/attempt.ts';
import { engines, withStore } from '#test/fixtures/ledger/engines.ts';
import { planOf, statementsOf } from '#test/fixtures/ledger/plan-of.ts';
import {
  approved,
  capture,
  lost,
  newAttempt,
  notSent,
  query,
  record,
  refused,
  resolution,
  value,
} from '#test/fixtures/examples.ts';

const at = '2026-11-20T17:00:00.000Z';
const resolved = (outcome: Resolution['outcome']) => resolution(outcome, { reference: 'PORTAL-1' });

describe.each(engines)('the latest state of a payment on %s', (engine) => {
  let ledger: StoredLedger;
  withStore(engine, (made) => ({ ledger } = made), 'all');

  const hold = () => record(ledger, newAttempt({ amount: 120_00 }));
  const captured = (holdId: string, answer: GatewayAnswer, change: Partial<NewAttempt> = {}) =>
    record(ledger, capture(holdId, { operatorName: 'Beto', ...change }), answer);

  async function listed(id: string): Promise<ListedAttempt> {
    for await (const attempt of ledger.all(query())) if (attempt.id === id) return listedAttemptSchema.parse(attempt);
    throw new Error(`${id} is not listed`);
  }
  async function shown(id: string): Promise<ShownAttempt> {
    return shownAttemptSchema.parse(await ledger.show(id));
  }

  it('is that of the open hold before any capture', async () => {
    const holdId = await hold();
    expect((await listed(holdId)).payment).toMatchObject({
      holdId,
      hold: 'open',
      held: 120_00,
      expiryIsEstimate: true,
      settlement: null,
    });
  });

  it('is in one sum only: held until the capture, charged after it, in neither once the hold has run out', async () => {
    // Of a merchant of its own, because the sums are of one.
    const merchant = { ...newAttempt().merchant, id: 'sums' };
    const holdId = await record(ledger, newAttempt({ amount: 120_00, merchant }));
    const { order: _order, after: _after, limit: _limit, ...all } = query({ merchantId: merchant.id });
    const none = { count: 0, amount: 0 };
    const sumsAt = async (now: string) => (await ledger.sums(all, now)).sums;
    // Sums don't wait for another connection that is indexing. The page asks again when it is told of the payment.
    await expect.poll(() => sumsAt(at)).toMatchObject([{ charged: none, held: { count: 1, amount: 120_00 } }]);
    expect(await sumsAt('2300-01-01T00:00:00.000Z')).toEqual([]);
    await captured(holdId, approved({ answeredAmount: 80_00 }), { amount: 80_00, merchant });
    await expect.poll(() => sumsAt(at)).toMatchObject([{ charged: { count: 1, amount: 80_00 }, held: none }]);
  });

  it('is the charge after a capture, with its amount, time, operator and reference, at both attempts', async () => {
    const holdId = await hold();
    const startedAt = '2026-11-20T18:00:00.000Z';
    const answer = approved({ answeredAmount: 80_00 });
    const id = await captured(holdId, answer, { amount: 80_00, startedAt });
    const settlement = {
      id,
      operation: 'capture',
      state: 'approved',
      startedAt,
      operatorName: 'Beto',
      amount: 80_00,
      reference: answer.outcome === 'not-sent' ? null : answer.references.codOper,
    };
    for (const each of [holdId, id]) {
      expect((await listed(each)).payment).toMatchObject({ holdId, hold: 'captured', held: 120_00, settlement });
      expect((await shown(each)).payment).toEqual((await listed(each)).payment);
    }
  });

  it.each([
    ['a declined capture', refused('declined', '51'), 'open', 'declined'],
    ['a capture that was not sent', notSent, 'open', 'not-sent'],
    ['a lost capture', lost, 'capture-unknown', 'unknown'],
    ['a capture of a hold that was captured before (622)', refused('rejected', '622'), 'captured', 'rejected'],
    ['a capture of a voided hold (661)', refused('rejected', '661'), 'voided', 'rejected'],
  ] as const)('follows %s', async (_what, answer, state, outcome) => {
    const holdId = await hold();
    const id = await captured(holdId, answer);
    const payment = { hold: state, settlement: { id, state: outcome } };
    expect((await listed(holdId)).payment).toMatchObject(payment);
    expect((await listed(id)).payment).toMatchObject(payment);
  });

  it('follows a capture in flight, and the resolution of an unknown one with its reference', async () => {
    const holdId = await hold();
    const attempt = capture(holdId);
    value(await ledger.begin(attempt, null));
    expect((await listed(holdId)).payment).toMatchObject({ hold: 'capturing', settlement: { state: 'sending' } });
    await ledger.finish(attempt.id, lost, at);
    value(await ledger.resolve(attempt.id, resolved('approved')));
    expect((await listed(holdId)).payment).toMatchObject({
      hold: 'captured',
      settlement: { state: 'approved', reference: 'PORTAL-1' },
    });
  });

  it('is null for a sale, and for an authorization that opened no hold', async () => {
    const sale = await record(ledger, newAttempt({ operation: 'sell' }));
    const declined = await record(ledger, newAttempt(), refused('declined', '51'));
    expect((await listed(sale)).payment).toBeNull();
    expect((await listed(declined)).payment).toBeNull();
  });

  it('comes with every attempt of the payment, oldest first, whichever of them is shown', async () => {
    await hold();
    const holdId = await hold();
    const first = await captured(holdId, refused('declined', '51'));
    const second = await captured(holdId, lost);
    value(await ledger.resolve(second, resolved('declined')));
    const third = await captured(holdId, approved());
    for (const id of [holdId, first, second, third]) {
      expect((await shown(id)).timeline.map((attempt) => attempt.id)).toEqual([holdId, first, second, third]);
    }
    const sale = await record(ledger, newAttempt({ operation: 'sell' }));
    expect((await shown(sale)).timeline.map((attempt) => attempt.id)).toEqual([sale]);
  });

  it('is exported with each attempt', async () => {
    const holdId = await hold();
    const id = await captured(holdId, approved());
    const states: unknown[] = [];
    for await (const attempt of ledger.all(query())) states.push([attempt.id, attempt.payment?.hold]);
    expect(states.slice(0, 2)).toEqual([
      [id, 'captured'],
      [holdId, 'captured'],
    ]);
  });

  it('is read by the keys of both tables in one statement a page, and not at all for a page of sales', async () => {
    const sale = newAttempt({ operation: 'sell', description: 'Zanzibar' });
    await record(ledger, sale);
    for (let count = 0; count < 3; count++) await captured(await hold(), approved());
    await ledger.search(query({ text: 'room' }));
    const readsOf = async (text: string) =>
      (await statementsOf(ledger.engine, () => ledger.search(query({ text })))).flatMap(({ statement }) =>
        statement.sql.includes('from holds') ? [statement] : [],
      );
    expect(await readsOf('zanzibar')).toEqual([]);
    const [read, ...others] = await readsOf('room');
    expect(others).toEqual([]);
    if (read === undefined) throw new Error('no payments were read');
    const plan = await planOf(ledger.engine, read);
    expect(plan).not.toMatch(/seq scan|scan (holds|attempts|settlement)/i);
    expect(plan).toMatch(/holds/);
  });
});
