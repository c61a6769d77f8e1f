/** The card of a payment that did not leave: kept in memory for one more try, handed out once, wiped on every occasion. */
import { describe, expect, onTestFinished, vi } from 'vitest';
import { createKeptCard } from '#electron/core/payments/kept-card.ts';
import { withReference } from '#shared/ledger/own-reference.ts';
import { newId } from '#shared/new-id.ts';
import type { Result } from '#shared/failure.ts';
import type { CardRetry, SubmittedAttempt } from '#shared/payments/card-retry.ts';
import { backOffice, cashier, declined, draft, notSent, securityCode, unknown, visa } from '#test/fixtures/drafts.ts';
import { approved } from '#test/fixtures/drafts.ts';
import { saleUnderWay } from '#test/fixtures/holds.ts';
import { aMerchant, createWorld, useMerchant, type World } from '#test/fixtures/world.ts';
import { test } from '#test/fixtures/world-test.ts';

/** Returns the handle of a result, or null without one. */
function retryOf(result: Result<SubmittedAttempt>): CardRetry | null {
  if (result.ok) return result.value.retry ?? null;
  return result.failure.kind === 'duplicate' ? (result.failure.retry ?? null) : null;
}
const handleOf = (result: Result<SubmittedAttempt>): string => retryOf(result)?.handle ?? 'none';
const again = (handle: string) => ({ handle, draftId: newId() });
const over = { ok: false, failure: { kind: 'not-found' } };

/** A world where one payment has just not been sent, and the service answers again. */
async function afterNotSent(): Promise<{ readonly world: World; readonly handle: string; readonly first: string }> {
  const world = await createWorld();
  world.service.answer = () => notSent;
  const payment = draft();
  const handle = handleOf(await world.payments.sell(payment, cashier));
  world.service.answer = () => approved();
  return { world, handle, first: payment.draftId };
}

describe('a payment that was not sent', () => {
  test('is tried once more without its card, as a new attempt of the same payment', async () => {
    const { world, handle, first } = await afterNotSent();
    const next = again(handle);
    const result = await world.payments.tryAgain(next, cashier);
    expect(result).toMatchObject({ ok: true, value: { id: next.draftId, state: 'approved', amount: 125_50 } });
    const { draftId: _id, merchantId: _merchant, ...keyed } = draft();
    const payments = [first, next.draftId].map((id) => withReference(keyed, id));
    expect(world.service.requests.map(({ payment }) => payment)).toEqual(payments);
    expect((await world.ledger.show(first))?.state).toBe('not-sent');
    expect((await world.ledger.show(next.draftId))?.state).toBe('approved');
  });

  test('serves its handle once, also to two calls at the same time', async () => {
    const { world, handle } = await afterNotSent();
    const [one, other] = await Promise.all([
      world.payments.tryAgain(again(handle), cashier),
      world.payments.tryAgain(again(handle), cashier),
    ]);
    expect(one).toMatchObject({ ok: true, value: { state: 'approved' } });
    expect(other).toEqual(over);
    expect(await world.payments.tryAgain(again(handle), cashier)).toEqual(over);
    expect(world.service.requests).toHaveLength(2);
  });

  test('keeps no card after a second failure', async () => {
    const { world, handle } = await afterNotSent();
    world.service.answer = () => notSent;
    const second = await world.payments.tryAgain(again(handle), cashier);
    expect(second).toMatchObject({ ok: true, value: { state: 'not-sent' } });
    expect(retryOf(second)).toBeNull();
  });

  test('refuses another handle, which does not cost the right one', async () => {
    const { world, handle } = await afterNotSent();
    expect(await world.payments.tryAgain(again(newId()), cashier)).toEqual(over);
    expect(await world.payments.tryAgain(again(handle), cashier)).toMatchObject({ ok: true });
  });

  test('meets the guard again: another seat may have charged the card meanwhile', async () => {
    const { world, handle } = await afterNotSent();
    const other = await createWorld({ sharedLedger: world.ledger, seat: 'Caja 2', folder: world.folder });
    expect(await other.payments.sell(draft(), backOffice)).toMatchObject({ ok: true, value: { state: 'approved' } });
    const refused = await world.payments.tryAgain(again(handle), cashier);
    expect(refused).toMatchObject({ ok: false, failure: { kind: 'duplicate', needs: 'reason' } });
    expect(retryOf(refused)).toBeNull();
    expect(world.service.requests).toHaveLength(1);
  });

  test('gives a supervisor’s approval back, because the approved payment has not happened', async ({ world }) => {
    world.service.answer = () => unknown;
    await world.payments.sell(draft(), cashier);
    await world.operators.addFirst('Celia', 'a long passcode', 'Caja');
    const approval = await world.approvals.approve(
      { name: 'Celia', passcode: 'a long passcode', act: 'lookalike', subject: '7001 12550 training' },
      cashier,
    );
    const override = { reason: 'Two chairs', approvalId: approval.ok ? approval.value.approvalId : '' };
    world.service.answer = () => notSent;
    const first = await world.payments.sell(draft({ override }), cashier);
    world.service.answer = () => approved();
    const second = await world.payments.tryAgain(again(handleOf(first)), cashier);
    expect(second).toMatchObject({ ok: true, value: { state: 'approved', overrideReason: 'Two chairs' } });
  });
});

describe('a payment that the guard refused', () => {
  test('goes on with a reason and without its card', async ({ world }) => {
    await world.payments.sell(draft(), cashier);
    const refused = await world.payments.sell(draft(), cashier);
    const next = { ...again(handleOf(refused)), override: { reason: 'The customer buys two' } };
    const result = await world.payments.tryAgain(next, cashier);
    expect(result).toMatchObject({
      ok: true,
      value: { state: 'approved', overrideReason: 'The customer buys two', operatorName: 'Ana' },
    });
    expect(world.service.requests).toHaveLength(2);
  });

  test('needs a supervisor for an unknown one as before', async ({ world }) => {
    world.service.answer = () => unknown;
    await world.payments.sell(draft(), cashier);
    const refused = await world.payments.sell(draft(), cashier);
    const next = { ...again(handleOf(refused)), override: { reason: 'The customer buys two' } };
    expect(await world.payments.tryAgain(next, cashier)).toMatchObject({
      failure: { kind: 'duplicate', needs: 'supervisor' },
    });
    expect(world.service.requests).toHaveLength(1);
  });
});

describe('no card is kept', () => {
  test.each([
    ['approved', () => approved()],
    ['declined', () => declined],
    ['unknown', () => unknown],
  ])('after a payment that was %s', async (_name, answer) => {
    const world = await createWorld();
    world.service.answer = answer;
    expect(retryOf(await world.payments.sell(draft(), cashier))).toBeNull();
  });

  test('of a payment whose first byte may have left, whatever its answer says', async ({ world }) => {
    world.service.answer = ({ options }) => {
      options.onSent?.();
      return notSent;
    };
    expect(retryOf(await world.payments.sell(draft(), cashier))).toBeNull();
  });

  const events: readonly (readonly [string, (world: World) => unknown])[] = [
    ['the operator leaves the screen', (world) => world.payments.forgetCard()],
    ['the seat is locked', (world) => world.payments.onOperator(null)],
    ['another operator signs in', (world) => world.payments.onOperator('Beto')],
    ['another merchant is used', (world) => useMerchant(world, aMerchant())],
    ['another payment is submitted', (world) => world.payments.sell(draft({ amount: 7_00, taxAmount: 0 }), cashier)],
    ['its minute is over', (world) => (world.time.ahead = 60_000)],
    ['the clock was set back', (world) => (world.time.ahead = -1_000_000)],
  ];

  test.each(events)('after a payment that was not sent, once %s', async (_name, happens) => {
    const { world, handle } = await afterNotSent();
    await happens(world);
    const sent = world.service.requests.length;
    await world.merchants.activate('training');
    expect(await world.payments.tryAgain(again(handle), cashier)).toEqual(over);
    expect(world.service.requests).toHaveLength(sent);
  });

  test.each(events.slice(0, 4))('of a payment under way when %s', async (_name, happens) => {
    const world = await createWorld();
    const { result, answer } = await saleUnderWay(world);
    await happens(world);
    answer(notSent);
    expect(await result).toMatchObject({ ok: true, value: { state: 'not-sent' } });
    expect(retryOf(await result)).toBeNull();
  });

  const typed = { merchantId: 'training', card: { number: visa, securityCode } };
  const { card: _keyed, ...form } = draft();
  const submitted = (handle = '') => ({
    ...form,
    draftId: newId(),
    card: { handle, expMonth: '09', expYear: '30', securityCode: null },
  });

  test.each(events)('of an unfinished form, once %s', async (_name, happens) => {
    const world = await createWorld();
    const handle = world.payments.keepCard(typed, cashier)?.handle ?? '';
    expect(world.payments.keptNumber(handle, cashier)).toBe(visa);
    await happens(world);
    const sent = world.service.requests.length;
    await world.merchants.activate('training');
    expect(world.payments.keptNumber(handle, cashier)).toBeNull();
    expect(await world.payments.sell(submitted(handle), cashier)).toEqual(over);
    expect(world.service.requests).toHaveLength(sent);
  });

  test('of an unfinished form serves one payment, for its operator and merchant, with a code', async ({ world }) => {
    const keep = (change = {}) => world.payments.keepCard({ ...typed, ...change }, cashier)?.handle;
    expect(keep({ merchantId: 'another' })).toBeUndefined();
    const handle = keep();
    expect(await world.payments.sell(submitted(handle), backOffice)).toEqual(over);
    expect(await world.payments.tryAgain(again(keep() ?? ''), cashier)).toEqual(over);
    expect(await world.payments.sell(submitted(keep({ card: { number: visa, securityCode: null } })), cashier)).toEqual(
      over,
    );
    expect(world.service.requests).toHaveLength(0);

    const kept = submitted(keep());
    const results = await Promise.all([world.payments.sell(kept, cashier), world.payments.sell(kept, cashier)]);
    expect(results.map((result) => result.ok)).toEqual([true, true]);
    expect(world.service.requests.map(({ payment }) => 'card' in payment && payment.card)).toEqual([
      { number: visa, expMonth: '09', expYear: '30', securityCode, brand: 'VISA' },
    ]);
    expect(await world.payments.sell(submitted(kept.card.handle), cashier)).toEqual(over);
    expect(JSON.stringify([results, world.events])).not.toContain(visa);
  });

  test('for another operator, whom the handle costs the card', async () => {
    const { world, handle } = await afterNotSent();
    expect(await world.payments.tryAgain(again(handle), backOffice)).toEqual(over);
    expect(await world.payments.tryAgain(again(handle), cashier)).toEqual(over);
  });
});

describe('the memory of the card', () => {
  const payment = () => ({ operation: 'sell' as const, draft: draft() });
  /** Collects the buffers that hold a kept card. */
  function watchBuffers(): readonly Buffer[] {
    const made: Buffer[] = [];
    const { from } = Buffer;
    const spy = vi.spyOn(Buffer, 'from').mockImplementation(((...given: Parameters<typeof from>) => {
      const buffer = Reflect.apply(from, Buffer, given) as Buffer;
      if (typeof given[0] === 'string' && given[0].includes(visa)) made.push(buffer);
      return buffer;
    }) as typeof from);
    onTestFinished(() => spy.mockRestore());
    return made;
  }

  test.each<[string, (kept: ReturnType<typeof createKeptCard>, handle: string) => unknown]>([
    ['it is wiped', (kept) => kept.wipe()],
    ['it is handed out', (kept, handle) => kept.take(handle, cashier)],
    ['it is handed out to somebody else', (kept, handle) => kept.take(handle, backOffice)],
    ['another payment takes its place', (kept) => kept.place(cashier)],
    ['its minute is over', () => vi.advanceTimersByTime(60_000)],
  ])('is overwritten with zeros when %s', (_name, happens) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const buffers = watchBuffers();
    const kept = createKeptCard(() => new Date());
    const retry = kept.place(cashier)(payment());
    expect(buffers.map((bytes) => bytes.includes(visa))).toEqual([true]);
    happens(kept, retry?.handle ?? '');
    expect(buffers.map((bytes) => bytes.every((byte) => byte === 0))).toEqual([true]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('has handles of random bits, none like another', () => {
    const kept = createKeptCard(() => new Date());
    const handles = Array.from({ length: 50 }, () => kept.place(cashier)(payment())?.handle ?? '');
    kept.wipe();
    expect(new Set(handles).size).toBe(50);
    for (const handle of handles) expect(handle).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-/);
  });

  test('shows nothing of the card in results, events, bugs or the handle', async () => {
    const { world, handle } = await afterNotSent();
    const results = [await world.payments.tryAgain(again(handle), cashier)];
    results.push(await world.payments.sell(draft(), cashier));
    const exposed = JSON.stringify([results, world.events, world.bugs.map(String)]);
    expect(exposed).not.toContain(visa);
    expect(exposed).not.toContain(`"${securityCode}"`);
  });
});
