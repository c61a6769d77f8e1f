/** The guard's question while a card is keyed: what it answers, when it does not, and what it leaves behind. */
import { describe, expect, onTestFinished, vi } from 'vitest';
import type { Ledger } from '#electron/core/ports/ledger.ts';
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import type { LookalikeQuestion } from '#shared/ledger/lookalikes.ts';
import { approved, cashier, draft, unknown, visa } from '#test/fixtures/drafts.ts';
import { worldAfter } from '#test/fixtures/holds.ts';
import { aMerchant, createWorld, useMerchant } from '#test/fixtures/world.ts';
import { test } from '#test/fixtures/world-test.ts';
import { soon } from '#test/support/soon.ts';

const question = (changes: Partial<LookalikeQuestion> = {}): LookalikeQuestion => ({
  merchantId: 'training',
  amount: 125_50,
  cardNumber: visa,
  ...changes,
});
const none = { kind: 'none' };
const later = { kind: 'later' };
const hour = 3_600_000;

describe('the guard’s question', () => {
  test('finds the earlier payment of the same card, amount and merchant, and sends nothing', async () => {
    const world = await worldAfter(() => approved());
    expect(await world.lookalikes.ask(question())).toMatchObject({
      kind: 'found',
      count: 1,
      needs: 'reason',
      earlier: [{ state: 'approved', amount: 125_50, operatorName: 'Ana', lastName: 'Pérez' }],
    });
    expect(world.service.requests).toHaveLength(1);
  });

  test('answers as the submit decides, within the merchant’s window and for unknown ones at any age', async () => {
    const world = await worldAfter(() => approved());
    world.time.ahead = 24.1 * hour;
    expect(await world.lookalikes.ask(question())).toEqual(none);
    world.service.answer = () => unknown;
    await world.payments.sell(draft(), cashier);
    world.time.ahead = 400 * 24 * hour;
    expect(await world.lookalikes.ask(question())).toMatchObject({ kind: 'found', count: 1, needs: 'supervisor' });
  });

  test('lists three of many, the unknown ones first, and counts all', async () => {
    const world = await worldAfter(() => unknown);
    const override = { reason: 'Another one' };
    for (let count = 0; count < 4; count++) {
      await world.payments.sell(draft({ override }), { name: 'Celia', role: 'supervisor' });
    }
    const answer = await world.lookalikes.ask(question());
    expect(answer).toMatchObject({ kind: 'found', count: 5, needs: 'supervisor' });
    const states = answer.kind === 'found' ? answer.earlier.map(({ state }) => state) : [];
    expect(states).toEqual(['unknown', 'approved', 'approved']);
  });
});

describe('the guard’s question is put off to the submit', () => {
  test('for another merchant than the one in use', async () => {
    const world = await worldAfter(() => approved());
    await useMerchant(world, aMerchant());
    expect(await world.lookalikes.ask(question())).toEqual(later);
    expect(await world.lookalikes.ask(question({ merchantId: 'shop' }))).toEqual(none);
  });

  test('while the ledger is away, which is no bug', async () => {
    const world = await createWorld({
      ledger: (real) => ({
        ...real,
        lookalikes: () => Promise.reject(new LedgerUnavailable('disconnected', 'the store is away')),
      }),
    });
    expect(await world.lookalikes.ask(question())).toEqual(later);
    expect(world.bugs).toEqual([]);
  });

  test('while the key of the fingerprints can’t be read', async ({ world }) => {
    await useMerchant(world, aMerchant());
    const reopened = await createWorld({ folder: world.folder });
    reopened.keyStore.available = false;
    expect(await reopened.lookalikes.ask(question({ merchantId: 'shop' }))).toEqual(later);
  });

  test('after three seconds of a slow ledger, and another question does not pile up behind it', async () => {
    const { promise, resolve } = Promise.withResolvers<Awaited<ReturnType<Ledger['lookalikes']>>>();
    const asked = vi.fn(() => promise);
    const world = await createWorld({ ledger: (real) => ({ ...real, lookalikes: asked }) });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const slow = world.lookalikes.ask(question());
    await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce(), soon);
    expect(await world.lookalikes.ask(question({ amount: 1_00 }))).toEqual(later);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await slow).toEqual(later);
    resolve([]);
    await vi.waitFor(async () => expect(await world.lookalikes.ask(question())).toEqual(none), soon);
    expect(asked).toHaveBeenCalledTimes(2);
  });

  test('after thirty questions in a minute, and no longer', async ({ world }) => {
    for (let count = 0; count < 30; count++) {
      expect(await world.lookalikes.ask(question({ amount: 1_00 + count }))).toEqual(none);
    }
    expect(await world.lookalikes.ask(question())).toEqual(later);
    world.time.ahead = 60_001;
    expect(await world.lookalikes.ask(question())).toEqual(none);
    world.time.ahead = -hour;
    expect(await world.lookalikes.ask(question())).toEqual(none);
  });
});

test('the guard’s answer shows nothing of the card but its last four digits', async () => {
  const world = await worldAfter(() => approved());
  const answer = JSON.stringify(await world.lookalikes.ask(question()));
  expect(answer).toContain('7001');
  expect(answer).not.toContain(visa);
  expect(answer.toLowerCase()).not.toContain('fingerprint');
});
