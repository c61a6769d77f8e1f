/** Rules of a merchant for captures: the amount, the field of the token, and the hold's own merchant. */
import { describe, expect } from 'vitest';
import { failed, type Failure } from '#shared/failure.ts';
import { approved, backOffice, captureOf, cashier, draft } from '#test/fixtures/drafts.ts';
import { captures, hold, stateOf } from '#test/fixtures/holds.ts';
import { createWorld, aMerchant, secrets, useMerchant, type World } from '#test/fixtures/world.ts';
import { test } from '#test/fixtures/world-test.ts';

describe('the amount of a capture', () => {
  const cases = [
    ['the held one', false, 125_50, true],
    ['a smaller one', false, 125_49, false],
    ['a smaller one where the merchant allows it', true, 125_49, true],
    ['a larger one', true, 125_51, false],
  ] as const;
  test.each(cases)('%s (smaller allowed: %s)', async (_name, allowSmallerCapture, amount, goes) => {
    const world = await createWorld();
    await useMerchant(world, aMerchant({ allowSmallerCapture }));
    const authorization = await hold(world, { merchantId: 'shop' });
    const result = await world.captures.capture(captureOf(authorization, { amount }), backOffice);
    if (goes) expect(captures(world)).toMatchObject([{ payment: { amount } }]);
    else expect([result, captures(world)]).toEqual([{ ok: false, failure: { kind: 'amount-not-allowed' } }, []]);
  });

  test('is the amount that the service held when that is less than the requested one', async ({ world }) => {
    world.service.answer = () => ({ ...approved(), answeredAmount: 100_00 });
    const payment = draft();
    await world.payments.authorize(payment, cashier);
    world.service.answer = () => approved();
    const asked = await world.captures.capture(captureOf({ id: payment.draftId, amount: 125_50 }), backOffice);
    expect(asked).toEqual({ ok: false, failure: { kind: 'amount-not-allowed' } });
    const held = await world.captures.capture(captureOf({ id: payment.draftId, amount: 100_00 }), backOffice);
    expect(held).toMatchObject({ ok: true, value: { state: 'approved' } });
  });
});

describe('the field that carries the AUTH_TOKEN', () => {
  const live = aMerchant({ environment: 'production', families: { authorize: 'form', sell: 'form' } });

  test('has to be confirmed before the first live capture', async ({ world }) => {
    await useMerchant(world, live);
    const authorization = await hold(world, { merchantId: 'shop' });
    const refused = await world.captures.capture(captureOf(authorization), backOffice);
    expect(refused).toEqual(failed({ kind: 'capture-field-unconfirmed', merchantId: 'shop', field: 'AuthRefNum' }));
    expect(await stateOf(world, authorization)).toBe('open');
    await world.merchants.confirmCaptureField('shop', 'AuthRefNum');
    expect(await world.captures.capture(captureOf(authorization), backOffice)).toMatchObject({ ok: true });
  });

  test.each([
    ['in a test environment', { ...live, environment: 'test' as const }, 'form' as const],
    ['for a hold of the JSON family', live, 'json' as const],
  ])('is not asked %s', async (_name, merchant, family) => {
    const world = await createWorld();
    await useMerchant(world, merchant);
    const authorization = await hold(world, { merchantId: 'shop', family });
    expect(await world.captures.capture(captureOf(authorization), backOffice)).toMatchObject({ ok: true });
  });
});

test.for<[string, (world: World) => Promise<unknown>, Failure]>([
  [
    'in another environment than the one in use, so that no real hold moves under the TRAINING band',
    ({ merchants }) => merchants.activate('training'),
    { kind: 'other-environment', environment: 'test' },
  ],
  [
    'that this seat does not have, which is named',
    async (world) => {
      await useMerchant(world, aMerchant({ id: 'other', name: 'Other' }));
      await world.merchants.remove('shop');
    },
    { kind: 'merchant-missing', name: 'Shop', environment: 'test' },
  ],
  [
    'that was moved to another environment',
    (world) => useMerchant(world, aMerchant({ environment: 'production', baseUrl: 'https://live.example.com' })),
    { kind: 'merchant-changed' },
  ],
  [
    'that lost its keys',
    (world) => useMerchant(world, aMerchant(), { ...secrets, apiKey: null }),
    { kind: 'merchant-incomplete', missing: ['apiKey'] },
  ],
])('the hold of a merchant %s is not captured', async ([_what, happens, failure], { world }) => {
  await useMerchant(world, aMerchant());
  const authorization = await hold(world, { merchantId: 'shop' });
  await happens(world);
  expect(await world.captures.capture(captureOf(authorization), backOffice)).toEqual({ ok: false, failure });
  expect(captures(world)).toEqual([]);
  expect(await stateOf(world, authorization)).toBe('open');
});
