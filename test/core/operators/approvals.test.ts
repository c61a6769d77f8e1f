/** Approvals by a supervisor at a cashier's seat: for one payment that resembles an unknown one, once, within minutes. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { StoredLedger } from '#electron/ledger/ledger.ts';
import { newId } from '#shared/new-id.ts';
import type { Result } from '#shared/failure.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { cashier, draft, otherVisa, unknown } from '#test/fixtures/drafts.ts';
import { createWorld, type World } from '#test/fixtures/world.ts';

const passcode = 'grano-de-arroz';
const payment = { merchantId: 'training', amount: draft().amount, lastFour: draft().card.number.slice(-4) };
const outcome = (result: Result<Attempt>): string => (result.ok ? result.value.state : result.failure.kind);

let world: World;
beforeEach(async () => {
  world = await createWorld();
  await world.operators.addFirst('Sol', passcode, 'selectedLedger');
  const { answer } = world.service;
  world.service.answer = () => unknown;
  await world.payments.sell(draft(), cashier);
  world.service.answer = answer;
});

async function approvalId(asked: typeof payment = payment): Promise<string> {
  const given = await world.approvals.approve({ name: 'Sol', passcode, ...asked }, cashier);
  if (!given.ok) throw new Error(given.failure.kind);
  return given.value.approvalId;
}
const withApproval = (id: string) => draft({ override: { reason: 'The bank never got it', approvalId: id } });

describe('an approval', () => {
  test('lets the payment through, and the ledger names the cashier who sent it and the supervisor', async () => {
    expect(outcome(await world.payments.sell(withApproval(await approvalId()), cashier))).toBe('approved');
    const sent = world.service.requests[1]?.payment;
    expect(JSON.stringify(sent)).not.toContain('override');
    const { events } = await (world.ledger as StoredLedger).events({ after: null, limit: 5 });
    expect(events).toMatchObject([
      { operatorName: 'Ana', deed: { kind: 'override', reason: 'The bank never got it', approvedBy: 'Sol' } },
    ]);
  });

  test('can be used once', async () => {
    const id = await approvalId();
    world.service.answer = () => unknown;
    expect(outcome(await world.payments.sell(withApproval(id), cashier))).toBe('unknown');
    expect(outcome(await world.payments.sell(withApproval(id), cashier))).toBe('duplicate');
  });

  test.each<[string, Partial<typeof payment>]>([
    ['amount', { amount: 1_00 }],
    ['card', { lastFour: otherVisa.slice(-4) }],
    ['merchant', { merchantId: 'shop' }],
  ])('for another %s does not serve', async (_what, other) => {
    const id = await approvalId({ ...payment, ...other });
    expect(outcome(await world.payments.sell(withApproval(id), cashier))).toBe('duplicate');
    expect(world.service.requests).toHaveLength(1);
  });

  test('is worthless for another cashier, after ten minutes, and when it was made up', async () => {
    const id = await approvalId();
    expect(outcome(await world.payments.sell(withApproval(id), { ...cashier, name: 'Luz' }))).toBe('duplicate');
    world.time.ahead += 10 * 60_000;
    expect(outcome(await world.payments.sell(withApproval(id), cashier))).toBe('duplicate');
    expect(outcome(await world.payments.sell(withApproval(newId()), cashier))).toBe('duplicate');
  });

  test('can be used again when the payment could not be begun', async () => {
    const id = await approvalId();
    const used = withApproval(id);
    // The draft whose answer was lost is refused as used, so nothing was begun.
    const first = await world.history.unknowns();
    const again = { ...used, draftId: first.ok ? (first.value[0]?.id ?? '') : '', taxAmount: 0 };
    await world.payments.sell(again, cashier);
    expect(outcome(await world.payments.sell(used, cashier))).toBe('approved');
  });
});

describe('an approval is refused', () => {
  test('for a wrong passcode, which counts as a failed try', async () => {
    const asked = { name: 'Sol', passcode: 'not-it', ...payment };
    for (let turn = 0; turn < 4; turn++) await world.approvals.approve(asked, cashier);
    expect(await world.approvals.approve(asked, cashier)).toMatchObject({ failure: { kind: 'locked-out' } });
  });

  test('from an operator who is not a supervisor, and from a supervisor with an assigned passcode', async () => {
    await world.operators.add({ name: 'Luz', role: 'back-office', passcode: 'martillo-9' }, 'Sol');
    await world.operators.add({ name: 'Eva', role: 'supervisor', passcode: 'taladro-3' }, 'Sol');
    const ids = world.operators.view().operators;
    await world.operators.setPasscode(ids.find(({ name }) => name === 'Luz')?.id ?? '', 'martillo-10');
    for (const [name, known] of [
      ['Luz', 'martillo-10'],
      ['Eva', 'taladro-3'],
    ] as const) {
      expect(await world.approvals.approve({ name, passcode: known, ...payment }, cashier)).toMatchObject({
        failure: { kind: 'not-permitted', needs: 'supervisor' },
      });
    }
  });
});
