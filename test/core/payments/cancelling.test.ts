/** Cancelling a payment: possible until the first byte, and never claimed unless it happened. */
import { describe, expect } from 'vitest';
import { approved, cashier, draft } from '#test/fixtures/drafts.ts';
import { saleUnderWay } from '#test/fixtures/holds.ts';
import { test } from '#test/fixtures/world-test.ts';

describe('cancelling a payment', () => {
  test('before the first byte ends as not sent', async ({ world }) => {
    world.service.answer = ({ options }) =>
      new Promise((resolve) => {
        options.cancel?.addEventListener('abort', () =>
          resolve({ outcome: 'not-sent', cause: 'cancelled', detail: 'cancelled' }),
        );
      });
    const payment = draft();
    const result = world.payments.sell(payment, cashier);
    await expect.poll(() => world.service.requests.length).toBe(1);
    expect(await world.payments.cancel(payment.draftId)).toEqual({ cancelled: true });
    expect(await result).toMatchObject({ ok: true, value: { state: 'not-sent', notSentCause: 'cancelled' } });
  });

  test('while the ledger is being written makes no request at all', async ({ world }) => {
    const payment = draft();
    const result = world.payments.sell(payment, cashier);
    expect(await world.payments.cancel(payment.draftId)).toEqual({ cancelled: true });
    expect(await result).toMatchObject({ ok: true, value: { state: 'not-sent', notSentCause: 'cancelled' } });
    expect(world.service.requests).toEqual([]);
  });

  test('after the first byte is too late and changes nothing', async ({ world }) => {
    const { payment, result, answer } = await saleUnderWay(world, { hasLeft: true });
    expect(await world.payments.cancel(payment.draftId)).toEqual({ cancelled: false });
    expect(world.service.requests[0]?.options.cancel?.aborted).toBe(false);
    answer(approved());
    expect(await result).toMatchObject({ ok: true, value: { state: 'approved' } });
    expect(await world.payments.cancel(payment.draftId)).toEqual({ cancelled: false });
  });

  test('is not claimed for a request that was answered after all', async ({ world }) => {
    const { payment, result, answer } = await saleUnderWay(world);
    const cancelled = world.payments.cancel(payment.draftId);
    answer(approved());
    expect(await cancelled).toEqual({ cancelled: false });
    expect(await result).toMatchObject({ ok: true, value: { state: 'approved' } });
  });
});
