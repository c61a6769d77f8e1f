/** Answers that the ledger could not store and begins that failed: never lost, never wrong, never sent again. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newId } from '#shared/new-id.ts';
import { approved, cashier, declined, draft, notSent, unknown } from '#test/fixtures/drafts.ts';
import { saleUnderWay } from '#test/fixtures/holds.ts';
import { shakyWorld, type Faults, type Unavailable } from '#test/fixtures/ledger/failing-ledger.ts';
import { createWorld } from '#test/fixtures/world.ts';
import { times } from '#test/support/thorough.ts';

/** A sale over a ledger that fails at this moment. */
async function soldWith(fault: Partial<Pick<Faults, 'begin' | 'finish'>>) {
  const { faults, world } = await shakyWorld();
  Object.assign(faults, fault);
  const payment = draft();
  return { faults, world, payment, result: await world.payments.sell(payment, cashier) };
}
const notBegun = { ok: false, failure: { kind: 'ledger' } };

describe('an answer that the ledger can’t store', () => {
  test('is shown, marked as unrecorded, and written as soon as the ledger is back', async () => {
    const { faults, world, payment, result } = await soldWith({ finish: 'before' });
    expect(result).toMatchObject({
      ok: false,
      failure: {
        kind: 'not-recorded',
        safe: true,
        attempt: {
          id: payment.draftId,
          state: 'approved',
          references: { codOper: expect.stringContaining('SANDBOX_') },
        },
      },
    });
    expect(world.recorder.waiting()).toBe(1);
    faults.finish = null;
    expect(await world.ledger.show(payment.draftId)).toMatchObject({ state: 'sending' });
    faults.back();
    await expect.poll(async () => (await world.ledger.show(payment.draftId))?.state).toBe('approved');
    await expect.poll(() => world.recorder.waiting()).toBe(0);
    expect(world.service.requests).toHaveLength(1);
  });

  test('is retried even without a signal that the ledger is back', async () => {
    const { faults, world, payment } = await soldWith({ finish: 'before' });
    faults.finish = null;
    await expect.poll(() => world.recorder.waiting()).toBe(0);
    expect(await world.ledger.show(payment.draftId)).toMatchObject({ state: 'approved' });
  });

  test('is returned when the draft is submitted again, and nothing is sent', async () => {
    const { world, payment, result } = await soldWith({ finish: 'before' });
    expect(await world.payments.sell(payment, cashier)).toEqual(result);
    expect(world.service.requests).toHaveLength(1);
  });

  test('is written once when its commit had reached the disk', async () => {
    const { faults, world, payment, result } = await soldWith({ finish: 'after' });
    expect(result).toMatchObject({ ok: false, failure: { kind: 'not-recorded', attempt: { state: 'approved' } } });
    faults.finish = null;
    await world.recorder.flush();
    const shown = await world.ledger.show(payment.draftId);
    expect(shown).toMatchObject({ state: 'approved' });
    expect(result).toMatchObject({ failure: { attempt: { references: shown?.references } } });
  });

  test('replaces the outcome that recovery assumed in the meantime', async () => {
    const world = await createWorld();
    const { payment, result, answer } = await saleUnderWay(world);
    // Another seat misses the heartbeat of this one for a minute and takes it for dead.
    const other = await createWorld({ folder: world.folder, seat: 'Caja 2' });
    other.time.ahead = 60_000;
    await other.ledger.recover();
    expect(await other.ledger.show(payment.draftId)).toMatchObject({ state: 'unknown', unknownCause: 'crash' });
    answer(approved());
    expect(await result).toMatchObject({ ok: true, value: { state: 'approved' } });
    expect(await other.ledger.unknowns()).toEqual([]);
  });
});

describe('a begin that failed', () => {
  test('after the commit is settled as not sent, and the draft is not sent under that attempt', async () => {
    const { faults, world, payment, result } = await soldWith({ begin: 'after' });
    expect(result).toMatchObject(notBegun);
    expect(await world.ledger.show(payment.draftId)).toMatchObject({ state: 'sending' });
    faults.begin = null;
    expect(await world.payments.sell(payment, cashier)).toMatchObject({ ok: true, value: { state: 'not-sent' } });
    expect(world.service.requests).toEqual([]);
    expect(await world.ledger.unknowns()).toEqual([]);
  });

  test('before the commit leaves the draft free to be sent once', async () => {
    const { faults, world, payment, result } = await soldWith({ begin: 'before' });
    expect(result).toMatchObject(notBegun);
    faults.begin = null;
    expect(await world.payments.sell(payment, cashier)).toMatchObject({ ok: true, value: { state: 'approved' } });
    await world.recorder.flush();
    expect(await world.ledger.show(payment.draftId)).toMatchObject({ state: 'approved' });
    expect(world.service.requests).toHaveLength(1);
  });

  test('does not mark an earlier request of the same draft as not sent', async () => {
    const { faults, world } = await shakyWorld();
    world.service.answer = () => {
      throw new Error('a bug after the request had left');
    };
    const payment = draft();
    expect(await world.payments.sell(payment, cashier)).toMatchObject({ ok: true, value: { state: 'unknown' } });
    // The screen keeps the draft after a bug, and the ledger fails when it is submitted again.
    world.time.ahead = 1_000;
    faults.begin = 'before';
    expect(await world.payments.sell(payment, cashier)).toMatchObject(notBegun);
    faults.begin = null;
    await world.recorder.flush();
    expect(world.recorder.waiting()).toBe(0);
    expect(await world.ledger.show(payment.draftId)).toMatchObject({ state: 'unknown', unknownCause: 'crash' });
  });

  test('is not begun again while it can’t be settled', async () => {
    const { faults, world, payment } = await soldWith({ begin: 'after' });
    Object.assign(faults, { begin: null, finish: 'before' });
    expect(await world.payments.sell(payment, cashier)).toMatchObject({
      ok: false,
      failure: { kind: 'ledger', reason: 'disconnected' },
    });
    expect(world.service.requests).toEqual([]);
  });
});

test('each draft is sent at most once and recorded as the service answered, whatever fails and when', async () => {
  const { faults, world } = await shakyWorld();
  const reason = fc.constantFrom<Unavailable>(null, null, 'before', 'after');
  const step = fc.record({
    draft: fc.integer({ min: 0, max: 2 }),
    begin: reason,
    finish: reason,
    answer: fc.constantFrom<'approved' | 'declined' | 'unknown' | 'not-sent'>(
      'approved',
      'declined',
      'unknown',
      'not-sent',
    ),
    also: fc.constantFrom('nothing', 'again', 'flush', 'cancel'),
  });
  // Each approval has references of its own.
  const answers = { approved, declined: () => declined, unknown: () => unknown, 'not-sent': () => notSent };

  let amounts = 100;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const drafts = [0, 1, 2].map(() =>
        // Distinct amounts, so that the duplicate guard does not interfere.
        draft({ draftId: newId(), amount: (amounts += 1), taxAmount: 0 }),
      );
      const sent = new Map<string, string[]>();
      for (const { draft: index, begin, finish, answer, also } of steps) {
        const payment = drafts[index] ?? draft();
        Object.assign(faults, { begin, finish });
        world.service.answer = ({ payment: keyed, options }) => {
          options.onSent?.();
          const { draftId = '' } = drafts.find(({ amount }) => amount === keyed.amount) ?? {};
          sent.set(draftId, [...(sent.get(draftId) ?? []), answer]);
          return answers[answer]();
        };
        const work: Promise<unknown>[] = [world.payments.sell(payment, cashier)];
        if (also === 'again') work.push(world.payments.sell(payment, cashier));
        if (also === 'flush') work.push(world.recorder.flush());
        if (also === 'cancel') work.push(world.payments.cancel(payment.draftId));
        await Promise.all(work);
      }
      Object.assign(faults, { begin: null, finish: null });
      await world.recorder.flush();
      await world.recorder.flush();
      expect(world.recorder.waiting()).toBe(0);
      for (const { draftId } of drafts) {
        const requests = sent.get(draftId) ?? [];
        expect(requests.length).toBeLessThanOrEqual(1);
        const attempt = await world.ledger.show(draftId);
        if (requests[0] === undefined) expect(attempt?.state ?? 'not-sent').toBe('not-sent');
        else expect(attempt?.state).toBe(requests[0]);
      }
    }),
    { numRuns: times(12, 1_000) },
  );
  expect(world.bugs).toEqual([]);
});
