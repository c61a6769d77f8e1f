/** Charges of an earlier card: what is sent and recorded, the guard, the limits, what can't be charged, and forgetting. */
import { describe, expect } from 'vitest';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { paymentSubject } from '#shared/audit/step-up.ts';
import { withReference } from '#shared/ledger/own-reference.ts';
import { newId } from '#shared/new-id.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import {
  approved,
  backOffice,
  captureOf,
  cashier,
  declined,
  draft,
  mastercard,
  notSent,
  rechargeOf,
  refundOf,
  supervisor,
  unknown,
} from '#test/fixtures/drafts.ts';
import { value } from '#test/fixtures/examples.ts';
import { aMerchant, useMerchant, type World } from '#test/fixtures/world.ts';
import { test } from '#test/fixtures/world-test.ts';

const sold = async (world: World, changes: Parameters<typeof draft>[0] = {}): Promise<Attempt> =>
  value(await world.payments.sell(draft(changes), cashier));
const charge = (world: World, ...of: Parameters<typeof rechargeOf>) =>
  world.recharges.recharge(rechargeOf(...of), cashier);
const notChargeable = (why: string) => ({ ok: false, failure: { kind: 'card-not-chargeable', why } });

describe('a charge of an earlier card', () => {
  test('names the first payment, carries no card, and is recorded with its card and buyer', async ({ world }) => {
    const first = await sold(world, { address: 'Vía España 1' });
    const asked = rechargeOf(first.id);
    const charged = value(await world.recharges.recharge(asked, cashier));
    const request = world.service.requests.at(-1);
    expect(request).toMatchObject({ operation: 'recharge', family: 'json' });
    const { amount, taxAmount, concept, description } = asked;
    const keyed = { amount, taxAmount, concept, description, customFieldValues: [], lang: 'ES' };
    const { email, phone, address } = draft({ address: 'Vía España 1' });
    expect(request?.payment).toMatchObject({
      ...withReference({ ...keyed, email, phone, address }, asked.draftId),
      codOper: first.references.codOper,
    });
    expect(JSON.stringify(request?.payment)).not.toContain('4059310181757001');
    expect(charged).toMatchObject({
      operation: 'recharge',
      state: 'approved',
      cardOf: first.id,
      card: first.card,
      firstName: 'María',
      email,
      concept: 'Order 5600',
      taxAmount: 5_23,
    });
  });

  test('goes back to the payment for which the card was keyed, from any later one of it', async ({ world }) => {
    const hold = value(await world.payments.authorize(draft(), cashier));
    const captured = value(await world.captures.capture(captureOf(hold), backOffice));
    const second = value(await charge(world, captured.id));
    await charge(world, second.id, { amount: 90_00 });
    for (const { operation, payment } of world.service.requests.slice(2))
      expect([operation, 'codOper' in payment && payment.codOper]).toEqual(['recharge', hold.references.codOper]);
    expect(world.service.requests).toHaveLength(4);
  });

  test('is one request and one attempt however often its draft is submitted', async ({ world }) => {
    const asked = rechargeOf((await sold(world)).id);
    const once = await world.recharges.recharge(asked, cashier);
    expect(await world.recharges.recharge(asked, cashier)).toEqual(once);
    const other = await sold(world, { card: { ...draft().card, number: mastercard, brand: 'MASTERCARD' } });
    for (const change of [{ amount: 1_00, taxAmount: 0 }, { attemptId: other.id }]) {
      const refused = await world.recharges.recharge({ ...asked, ...change }, cashier);
      expect(refused).toMatchObject({ failure: { kind: 'invalid' } });
    }
    expect(await world.recharges.recharge({ ...asked, attemptId: value(once).id }, cashier)).toEqual(once);
    expect(world.service.requests).toHaveLength(3);
  });

  test('keeps the consent on the audit trail, with its operator, before anything leaves', async ({ world }) => {
    const first = await sold(world);
    world.service.answer = () => notSent;
    const asked = rechargeOf(first.id);
    await world.recharges.recharge(asked, cashier);
    const { events } = await (world.ledger as StoredLedger).events({ after: null, limit: 10 });
    expect(events.map(({ operatorName, deed }) => ({ operatorName, ...deed }))).toContainEqual({
      operatorName: 'Ana',
      kind: 'charge-agreed',
      attemptId: asked.draftId,
      text: asked.consent,
    });
  });

  test('looks like the payment for which the card was keyed, and like one that is unknown', async ({ world }) => {
    const first = await sold(world);
    const same = rechargeOf(first.id, { amount: first.amount });
    expect(await world.recharges.recharge(same, cashier)).toMatchObject({
      failure: { kind: 'duplicate', needs: 'reason', earlier: [{ id: first.id }] },
    });
    const reason = { override: { reason: 'A second pair' } };
    world.service.answer = () => unknown;
    value(await world.recharges.recharge({ ...same, ...reason }, cashier));
    expect(await world.recharges.recharge({ ...same, draftId: newId(), ...reason }, cashier)).toMatchObject({
      failure: { kind: 'duplicate', needs: 'supervisor' },
    });
    // A keyed payment of the same card sees it as well.
    expect(await world.payments.sell(draft(), cashier)).toMatchObject({ failure: { kind: 'duplicate' } });
    expect(world.service.requests).toHaveLength(2);
  });

  test('has a limit of its own beside the others, which a supervisor lets it pass once', async ({ world }) => {
    await world.operators.addFirst('Sol', 'grano-de-arroz', 'Caja');
    await world.operators.setLimits('cashier', { payment: null, day: 300_00, reversal: null, again: 50_00 }, 'Sol');
    const first = await sold(world);
    expect(await charge(world, first.id)).toMatchObject({
      failure: { kind: 'step-up-needed', act: 'amount', limit: { of: 'again', most: 50_00, used: 125_50 } },
    });
    const subject = paymentSubject({ merchantId: 'training', amount: 80_00, lastFour: '7001' });
    const asked = { name: 'Sol', passcode: 'grano-de-arroz', act: 'amount', subject } as const;
    const { approvalId } = value(await world.approvals.approve(asked, cashier));
    value(await charge(world, first.id, { approvalId }));
    value(await charge(world, first.id, { amount: 40_00, taxAmount: 0 }));
    // 125.50 + 80.00 + 40.00 count, so that 55 more are too much for the day.
    expect(await world.payments.sell(draft({ amount: 55_00, taxAmount: 0 }), cashier)).toMatchObject({
      failure: { kind: 'step-up-needed', limit: { of: 'day', used: 245_50 } },
    });
  });

  test('can be refunded, and its first payment apart from it', async ({ world }) => {
    const first = await sold(world);
    const charged = value(await charge(world, first.id));
    const refund = (chargeId: string, amount: number) =>
      world.reversals.refund(refundOf({ id: chargeId, amount }), { name: 'Sol', role: 'supervisor' });
    value(await refund(charged.id, 80_00));
    expect(world.service.requests.at(-1)?.payment).toMatchObject({ codOper: charged.references.codOper });
    expect(await refund(charged.id, 1)).toMatchObject({ failure: { kind: 'over-refund', left: 0 } });
    value(await refund(first.id, 125_50));
  });
});

describe('a card can’t be charged again', () => {
  const refusedFor = async (world: World, attemptId: string, why: string) => {
    expect(await world.recharges.earlier(attemptId, cashier)).toMatchObject(notChargeable(why));
    const before = world.service.requests.length;
    expect(await charge(world, attemptId)).toMatchObject(notChargeable(why));
    expect(world.service.requests).toHaveLength(before);
  };

  test('where it was declined or is unknown', async ({ world }) => {
    world.service.answer = () => declined;
    await refusedFor(world, (await sold(world)).id, 'not-approved');
    world.service.answer = () => unknown;
    await refusedFor(world, (await sold(world, { amount: 7_00, taxAmount: 0 })).id, 'not-approved');
  });

  test('where its hold was voided, or may have been', async ({ world }) => {
    for (const answer of [approved(10_00), unknown]) {
      world.service.answer = () => approved(10_00);
      const number = answer === unknown ? mastercard : '4059310181757001';
      const card = { ...draft().card, number, brand: answer === unknown ? ('MASTERCARD' as const) : ('VISA' as const) };
      const hold = value(await world.payments.authorize(draft({ amount: 10_00, taxAmount: 0, card }), cashier));
      world.service.answer = () => answer;
      value(await world.reversals.void({ holdId: hold.id, description: 'Not wanted' }, supervisor));
      await refusedFor(world, hold.id, 'voided');
    }
  });

  test('once it was forgotten, by any payment until then, and is charged when keyed anew', async ({ world }) => {
    const [one, other] = [await sold(world), await sold(world, { amount: 10_00, taxAmount: 0 })];
    const charged = value(await charge(world, one.id));
    value(await world.recharges.forget(charged.id, backOffice));
    for (const { id } of [one, other, charged]) await refusedFor(world, id, 'forgotten');
    world.time.ahead = 1000;
    const anew = await sold(world, { amount: 11_00, taxAmount: 0 });
    value(await charge(world, anew.id, { amount: 12_00, taxAmount: 0 }));
  });

  test('where the merchant or its family does not do it, and by one that is not in use', async ({ world }) => {
    const first = await sold(world);
    const off = await useMerchant(world, aMerchant());
    expect(await world.recharges.earlier(first.id, cashier)).toMatchObject({ failure: { kind: 'merchant-changed' } });
    expect(await charge(world, first.id)).toMatchObject({ failure: { kind: 'merchant-changed' } });
    const ofShop = await sold(world, { merchantId: off.id });
    expect(await world.recharges.earlier(ofShop.id, cashier)).toMatchObject({
      failure: { kind: 'not-offered', operation: 'recharge', by: 'merchant' },
    });
    await useMerchant(world, aMerchant({ id: 'shop', allowChargeAgain: true }));
    expect(await world.recharges.earlier(ofShop.id, cashier)).toMatchObject({ ok: true });
    const ofForm = await sold(world, { merchantId: off.id, family: 'form', amount: 9_00, taxAmount: 0 });
    expect(await world.recharges.earlier(ofForm.id, cashier)).toMatchObject({
      failure: { kind: 'not-offered', by: 'family' },
    });
  });
});
