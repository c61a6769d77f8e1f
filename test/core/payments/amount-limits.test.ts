/** Limits of amounts: a payment above one is neither recorded nor sent without a supervisor, and the day's sum is true. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newId } from '#shared/new-id.ts';
import type { Result } from '#shared/failure.ts';
import { historyQuerySchema } from '#shared/ledger/history.ts';
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import type { SubmittedAttempt } from '#shared/payments/card-retry.ts';
import { paymentSubject } from '#shared/audit/step-up.ts';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import { approved, captureOf, cashier, declined, draft, notSent, supervisor, unknown } from '#test/fixtures/drafts.ts';
import { aMerchant, createWorld, useMerchant, type World } from '#test/fixtures/world.ts';
import { times } from '#test/support/thorough.ts';

const passcode = 'grano-de-arroz';

/** A world with Sol as its supervisor and these limits for cashiers, in minor units. */
async function limitedWorld(payment: number | null, day: number | null): Promise<World> {
  const world = await createWorld();
  await world.operators.addFirst('Sol', passcode, 'Caja');
  await world.operators.setLimits('cashier', { payment, day, reversal: null, again: null }, 'Sol');
  return world;
}

const approve = async (world: World, amount: number): Promise<string> => {
  const subject = paymentSubject({ merchantId: 'training', amount, lastFour: '7001' });
  const given = await world.approvals.approve({ name: 'Sol', passcode, act: 'amount', subject }, cashier);
  return given.ok ? given.value.approvalId : '';
};
const handleOf = (result: Result<SubmittedAttempt>): string =>
  (!result.ok && result.failure.kind === 'step-up-needed' ? result.failure.retry?.handle : undefined) ?? '';
const needed = (of: 'payment' | 'day', most: number, used: number | null) => ({
  ok: false,
  failure: { kind: 'step-up-needed', act: 'amount', own: false, limit: { of, most, used } },
});
const ok = { ok: true, value: { state: 'approved' } };

describe('a payment above the limit of a payment', () => {
  test('is neither recorded nor sent, and one of exactly the limit passes', async () => {
    const world = await limitedWorld(100_00, null);
    expect(await world.payments.sell(draft({ amount: 100_01 }), cashier)).toMatchObject(
      needed('payment', 100_00, null),
    );
    expect(world.service.requests).toEqual([]);
    const recorded = await world.history.search(historyQuerySchema.parse({}), supervisor);
    expect(recorded).toMatchObject({ value: { attempts: [] } });
    expect(await world.payments.sell(draft({ amount: 100_00 }), cashier)).toMatchObject(ok);
  });

  test('passes once with a supervisor’s approval, by the card that main kept', async () => {
    const world = await limitedWorld(100_00, null);
    const refused = await world.payments.authorize(draft({ amount: 150_00 }), cashier);
    const approvalId = await approve(world, 150_00);
    const handle = handleOf(refused);
    const sent = await world.payments.tryAgain({ handle, draftId: newId(), approvalId }, cashier);
    expect(sent).toMatchObject(ok);
    expect(JSON.stringify(world.service.requests)).not.toContain(approvalId);
    const again = await world.payments.sell(draft({ amount: 150_00, approvalId }), cashier);
    expect(again).toMatchObject(needed('payment', 100_00, null));
  });

  test('of another amount, or under the approval of something else, does not pass', async () => {
    const world = await limitedWorld(100_00, null);
    const approvalId = await approve(world, 150_00);
    expect(await world.payments.sell(draft({ amount: 150_01, approvalId }), cashier)).toMatchObject({ ok: false });
    const subject = paymentSubject({ merchantId: 'training', amount: 200_00, lastFour: '7001' });
    const other = await world.approvals.approve({ name: 'Sol', passcode, act: 'lookalike', subject }, cashier);
    const id = other.ok ? other.value.approvalId : '';
    expect(await world.payments.sell(draft({ amount: 200_00, approvalId: id }), cashier)).toMatchObject({ ok: false });
    expect(world.service.requests).toEqual([]);
  });

  test('keeps its approval while it has not left', async () => {
    const world = await limitedWorld(100_00, null);
    const approvalId = await approve(world, 150_00);
    world.service.answer = () => notSent;
    await world.payments.sell(draft({ amount: 150_00, approvalId }), cashier);
    world.service.answer = () => approved();
    expect(await world.payments.sell(draft({ amount: 150_00, approvalId }), cashier)).toMatchObject(ok);
  });

  test('is no matter for a supervisor, nor for a role without a limit', async () => {
    const world = await limitedWorld(100_00, 100_00);
    expect(await world.payments.sell(draft({ amount: 900_00 }), supervisor)).toMatchObject(ok);
    const backOffice = { name: 'Beto', role: 'back-office' } as const;
    expect(await world.payments.sell(draft({ amount: 800_00 }), backOffice)).toMatchObject(ok);
  });

  test('that is submitted twice under one draft gets its result', async () => {
    const world = await limitedWorld(100_00, null);
    const approvalId = await approve(world, 150_00);
    const same = draft({ amount: 150_00, approvalId });
    expect(await world.payments.sell(same, cashier)).toMatchObject(ok);
    expect(await world.payments.sell(same, cashier)).toMatchObject(ok);
    expect(world.service.requests).toHaveLength(1);
  });
});

describe('the limit of a day', () => {
  test('says what was used, and begins anew at midnight', async () => {
    const world = await limitedWorld(null, 100_00);
    const now = new Date();
    const noon = new Date(now.getFullYear(), now.getMonth(), now.getDate(), 12).getTime();
    world.time.ahead = noon - now.getTime();
    expect(await world.payments.sell(draft({ amount: 60_00 }), cashier)).toMatchObject(ok);
    expect(await world.payments.sell(draft({ amount: 40_01 }), cashier)).toMatchObject(needed('day', 100_00, 60_00));
    expect(await world.payments.sell(draft({ amount: 40_00 }), cashier)).toMatchObject(ok);
    world.time.ahead += 12 * 3_600_000;
    expect(await world.payments.sell(draft({ amount: 100_00 }), cashier)).toMatchObject(ok);
  });

  test('counts payments that begin at the same time', async () => {
    const world = await limitedWorld(null, 100_00);
    const amounts = [30_00, 31_00, 32_00, 33_00, 34_00];
    const results = await Promise.all(amounts.map((amount) => world.payments.sell(draft({ amount }), cashier)));
    expect(results.map((result) => result.ok)).toEqual([true, true, true, false, false]);
    expect(world.service.requests).toHaveLength(3);
  });

  test('counts each operator, currency and environment by itself', async () => {
    const world = await limitedWorld(null, 100_00);
    expect(await world.payments.sell(draft({ amount: 100_00 }), cashier)).toMatchObject(ok);
    expect(await world.payments.sell(draft({ amount: 99_00 }), { ...cashier, name: 'Luz' })).toMatchObject(ok);
    await useMerchant(world, aMerchant());
    expect(await world.payments.sell(draft({ amount: 98_00, merchantId: 'shop' }), cashier)).toMatchObject(ok);
    await useMerchant(world, aMerchant({ currencySign: 'USD' }));
    expect(await world.payments.sell(draft({ amount: 97_00, merchantId: 'shop' }), cashier)).toMatchObject(ok);
    expect(await world.payments.sell(draft({ amount: 4_00, merchantId: 'shop' }), cashier)).toMatchObject(
      needed('day', 100_00, 97_00),
    );
  });

  test('sums exactly what may have been charged or held today, and no capture', async () => {
    const outcomes = {
      approved: () => approved(),
      'less approved': () => ({ ...approved(), answeredAmount: 1_00 }),
      declined: () => declined,
      unknown: () => unknown,
      'not sent': () => notSent,
    } satisfies Readonly<Record<string, () => GatewayAnswer>>;
    const steps = fc.array(
      fc.record({
        outcome: fc.constantFrom(...(Object.keys(outcomes) as (keyof typeof outcomes)[])),
        operation: fc.constantFrom('sell', 'authorize'),
        amount: fc.integer({ min: 1_00, max: 50_00 }),
        later: fc.constantFrom('nothing', 'capture', 'declined', 'approved'),
      }),
      { maxLength: 8 },
    );
    const world = await createWorld();
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (plan) => {
        const who = { ...supervisor, name: `Celia ${++runs}` };
        const attempts: Attempt[] = [];
        for (const { outcome, operation, amount, later } of plan) {
          world.service.answer = outcomes[outcome];
          const payment = draft({ amount, override: { reason: 'Another one' } });
          const sent = await world.payments[operation](payment, who);
          if (!sent.ok) continue;
          world.service.answer = () => approved();
          if (later === 'capture') await world.captures.capture(captureOf(sent.value), who);
          else if (later !== 'nothing') {
            const resolution = { outcome: later, reference: newId(), note: '', knows: null };
            await world.history.resolve({ id: sent.value.id, resolution }, who);
          }
          const shown = await world.ledger.attempt(sent.value.id);
          if (shown !== null) attempts.push(shown);
        }
        const counts = (one: Attempt) => ['approved', 'unknown', 'sending'].includes(effectiveState(one));
        const expected = attempts.filter(counts).reduce((sum, one) => sum + one.amount, 0);
        const [merchant, day] = [world.merchants.active(), 24 * 3_600_000];
        const used = await world.ledger.usedOfLimit({
          operatorName: who.name,
          environment: merchant.environment,
          currencySign: merchant.currencySign,
          from: new Date(Date.now() - day).toISOString(),
          until: new Date(Date.now() + day).toISOString(),
        });
        expect(used).toBe(expected);
      }),
      { numRuns: times(8, 100) },
    );
  });
});
