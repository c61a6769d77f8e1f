/** The guard against a second payment of the same card and amount, and the roles that may override it. */
import { describe, expect } from 'vitest';
import type { Failure, Result } from '#shared/failure.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import {
  approved,
  backOffice,
  cashier,
  declined,
  draft,
  notSent,
  otherVisa,
  supervisor,
  unknown,
  visa,
} from '#test/fixtures/drafts.ts';
import { worldAfter } from '#test/fixtures/holds.ts';
import { aMerchant, useMerchant, type World } from '#test/fixtures/world.ts';
import { test } from '#test/fixtures/world-test.ts';

const hour = 3_600_000;
const outcome = (result: Result<Attempt>): string => (result.ok ? result.value.state : result.failure.kind);
const needs = (result: Result<Attempt>): string | null => {
  const failure: Failure | null = result.ok ? null : result.failure;
  return failure?.kind === 'duplicate' ? failure.needs : null;
};
const override = { reason: 'The customer buys two' };

const approvedFirst = () => worldAfter(() => approved());

describe('the duplicate guard', () => {
  test('shows the earlier payment of the same card and amount, and asks for a reason', async () => {
    const world = await approvedFirst();
    const second = await world.payments.sell(draft(), cashier);
    expect(second).toMatchObject({
      ok: false,
      failure: { kind: 'duplicate', needs: 'reason', earlier: [{ state: 'approved', amount: 125_50 }] },
    });
    expect(world.service.requests).toHaveLength(1);
  });

  test('lets a payment through with a reason, which is recorded', async () => {
    const world = await approvedFirst();
    const second = await world.payments.sell(draft({ override }), cashier);
    expect(second).toMatchObject({ ok: true, value: { state: 'approved', overrideReason: 'The customer buys two' } });
    expect(world.service.requests).toHaveLength(2);
  });

  test('compares authorizations with sales', async ({ world }) => {
    await world.payments.authorize(draft(), cashier);
    expect(outcome(await world.payments.sell(draft(), cashier))).toBe('duplicate');
  });

  test.each<[string, World['service']['answer'], { cardNumber?: string; amount?: number }]>([
    ['was declined', () => declined, {}],
    ['was not sent', () => notSent, {}],
    ['has another card', () => approved(), { cardNumber: otherVisa }],
    ['has another amount', () => approved(), { amount: 125_51 }],
  ])('ignores a payment that %s, and so does its question', async (_what, answer, changes) => {
    const world = await worldAfter(answer);
    const { cardNumber = visa, amount = draft().amount } = changes;
    expect(await world.lookalikes.ask({ merchantId: 'training', cardNumber, amount })).toEqual({ kind: 'none' });
    const next = draft({ amount, card: { ...draft().card, number: cardNumber } });
    expect(outcome(await world.payments.sell(next, cashier))).toBe('approved');
  });

  test('ignores a payment of another merchant', async () => {
    const world = await approvedFirst();
    await useMerchant(world, aMerchant());
    expect(outcome(await world.payments.sell(draft({ merchantId: 'shop' }), cashier))).toBe('approved');
  });

  test('sends one request when two windows submit the same payment', async ({ world }) => {
    const results = await Promise.all([
      world.payments.sell(draft(), cashier),
      world.payments.sell(draft(), supervisor),
      world.payments.sell(draft(), backOffice),
    ]);
    expect(results.map(outcome).toSorted()).toEqual(['approved', 'duplicate', 'duplicate']);
    expect(world.service.requests).toHaveLength(1);
  });
});

describe('the window of the duplicate guard', () => {
  test.each([
    [23.9, 'duplicate'],
    [24.1, 'approved'],
  ])('of 24 hours: after %d hours the outcome is %s', async (hours, expected) => {
    const world = await approvedFirst();
    world.time.ahead = hours * hour;
    expect(outcome(await world.payments.sell(draft(), cashier))).toBe(expected);
  });

  test('of zero hours ignores known payments, but not unknown ones', async ({ world }) => {
    await useMerchant(world, aMerchant({ duplicateWindowHours: 0 }));
    const shop = { merchantId: 'shop' };
    expect(outcome(await world.payments.sell(draft(shop), cashier))).toBe('approved');
    world.service.answer = () => unknown;
    expect(outcome(await world.payments.sell(draft(shop), cashier))).toBe('unknown');
    expect(outcome(await world.payments.sell(draft(shop), cashier))).toBe('duplicate');
  });
});

describe('an earlier payment whose outcome is unknown', () => {
  test.each<[Actor, string]>([
    [cashier, 'duplicate'],
    [backOffice, 'duplicate'],
    [supervisor, 'approved'],
  ])('needs a supervisor: with a reason given by $name the outcome is %s', async (actor, expected) => {
    const world = await worldAfter(() => unknown);
    const second = await world.payments.sell(draft({ override }), actor);
    expect(outcome(second)).toBe(expected);
    expect(needs(second)).toBe(expected === 'duplicate' ? 'supervisor' : null);
    expect(world.service.requests).toHaveLength(expected === 'duplicate' ? 1 : 2);
  });

  test('no longer counts once a supervisor has resolved it as not sent', async () => {
    const world = await worldAfter(() => unknown);
    const [left] = await world.ledger.unknowns();
    const resolution = { outcome: 'not-sent', reference: '', note: 'Looked it up by phone' } as const;
    await world.history.resolve({ id: left?.id ?? '', resolution }, supervisor);
    expect(outcome(await world.payments.sell(draft(), cashier))).toBe('approved');
  });

  test('is not masked by an approved one', async () => {
    const world = await worldAfter(() => unknown);
    await world.payments.sell(draft({ override }), supervisor);
    expect(needs(await world.payments.sell(draft({ override }), cashier))).toBe('supervisor');
  });
});

test('the card fingerprint depends on the key in the vault, so another key does not recognise the card', async () => {
  const world = await approvedFirst();
  await world.vault.saveFingerprintKey(new Uint8Array(32).fill(7));
  expect(outcome(await world.payments.sell(draft(), cashier))).toBe('approved');
});
