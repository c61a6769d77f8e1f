/** Approvals by a supervisor's passcode at the seat: for one act with its subject, once, within minutes. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Approvals } from '#electron/core/operators/approvals.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { oneDay, oneMinute } from '#shared/durations.ts';
import { newId } from '#shared/new-id.ts';
import { ok, type Result } from '#shared/failure.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { guardedActSchema } from '#shared/audit/step-up.ts';
import { paymentSubject, type Guarded } from '#shared/audit/step-up.ts';
import { backOffice, cashier, draft, supervisor, otherVisa, unknown } from '#test/fixtures/drafts.ts';
import { worldAfter } from '#test/fixtures/holds.ts';
import { createWorld, type World } from '#test/fixtures/world.ts';

const passcode = 'grano-de-arroz';
const payment = { merchantId: 'training', amount: draft().amount, lastFour: draft().card.number.slice(-4) };
const outcome = (result: Result<Attempt>): string => (result.ok ? result.value.state : result.failure.kind);

let world: World;
beforeEach(async () => {
  world = await worldAfter(() => unknown);
  await world.operators.addFirst('Sol', passcode, 'root');
});

const alike = (asked: typeof payment): Guarded => ({ act: 'lookalike', subject: paymentSubject(asked) });

async function approvalId(asked: typeof payment = payment): Promise<string> {
  const given = await world.approvals.approve({ name: 'Sol', passcode, ...alike(asked) }, cashier);
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

  test('is worthless once whoever gave it is a supervisor no more', async () => {
    await world.operators.add({ name: 'Luz', role: 'supervisor', passcode: 'martillo-corto-9' }, 'Sol');
    const id = world.operators.view().operators.find(({ name }) => name === 'Sol')?.id ?? '';
    const ids = [await approvalId(), await approvalId()];
    await world.operators.change({ id, role: 'back-office', active: true }, 'Luz');
    expect(outcome(await world.payments.sell(withApproval(ids[0] ?? ''), cashier))).toBe('duplicate');
    await world.operators.change({ id, role: 'supervisor', active: false }, 'Luz');
    expect(outcome(await world.payments.sell(withApproval(ids[1] ?? ''), cashier))).toBe('duplicate');
    expect(world.service.requests).toHaveLength(1);
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
  test('for wrong passcodes, which lock out whoever is signed in and none of four supervisors', async () => {
    const supervisors = ['Sol', 'Luz', 'Eva', 'Mar'];
    for (const name of supervisors.slice(1)) await world.operators.add({ name, role: 'supervisor', passcode }, 'Sol');
    await world.operators.add({ name: 'Ana', role: 'cashier', passcode: 'taladro-largo-3' }, 'Sol');
    const ask = (name: string, keyed: string, at = world) =>
      at.approvals.approve({ name, passcode: keyed, ...alike(payment) }, cashier);
    for (let turn = 0; turn < 4; turn++) {
      expect(await ask(supervisors[turn] ?? '', 'not-it')).toMatchObject({ failure: { left: 4 - turn } });
      // Her own passcode ends none of these tries, whether she keys it here or at the sign-in.
      expect(await ask('Ana', 'taladro-largo-3')).toMatchObject({ failure: { kind: 'not-permitted' } });
      await world.operators.check('Ana', 'taladro-largo-3');
    }
    expect(world.locks).toEqual([]);
    expect(await ask('Luz', 'not-it')).toMatchObject({ failure: { kind: 'locked-out' } });
    expect(world.locks).toEqual(['step-up']);
    expect(world.deeds.at(-1)).toEqual({
      operatorName: 'Ana',
      deed: { kind: 'step-up-refused', act: 'lookalike', operator: 'Ana', name: 'Luz' },
    });
    const restarted = await createWorld({ folder: world.folder, sharedLedger: world.ledger });
    expect(await ask('Sol', passcode, restarted)).toMatchObject({ failure: { kind: 'locked-out' } });
    for (const name of supervisors) expect(await restarted.operators.check(name, passcode)).toMatchObject({ ok: true });
    restarted.time.ahead = 60_000;
    expect(await ask('Sol', passcode, restarted)).toMatchObject({ ok: true });
    expect(await ask('Sol', 'not-it', restarted)).toMatchObject({ failure: { left: 4 } });
  });

  test.each(['the operator', 'the supervisor'])(
    'no longer than usual for wrong tries of %s by a clock that is set back',
    async (who) => {
      await world.operators.add({ name: 'Ana', role: 'cashier', passcode: 'taladro-largo-3' }, 'Sol');
      const ask = (keyed: string) =>
        world.approvals.approve({ name: 'Sol', passcode: keyed, ...alike(payment) }, cashier);
      world.time.ahead = oneDay;
      for (let turn = 0; turn < 5; turn++)
        await (who === 'the operator' ? ask('not-it') : world.operators.check('Sol', 'not-it'));
      world.time.ahead = 0;
      expect(await ask(passcode)).toMatchObject({ failure: { kind: 'locked-out' } });
      world.time.ahead = oneMinute;
      expect(await ask(passcode)).toMatchObject({ ok: true });
    },
  );

  test('while the supervisor is locked out', async () => {
    await world.operators.add({ name: 'Ana', role: 'cashier', passcode: 'taladro-largo-3' }, 'Sol');
    for (let turn = 0; turn < 5; turn++) await world.operators.check('Sol', 'not-it');
    const asked = { name: 'Sol', passcode, ...alike(payment) };
    expect(await world.approvals.approve(asked, cashier)).toMatchObject({ failure: { kind: 'locked-out' } });
  });

  test('from an operator who is not a supervisor', async () => {
    await world.operators.add({ name: 'Luz', role: 'back-office', passcode: 'martillo-corto-9' }, 'Sol');
    const asked = { name: 'luz', passcode: 'martillo-corto-9', ...alike(payment) };
    const refused = await world.approvals.approve(asked, cashier);
    expect(refused).toMatchObject({ failure: { kind: 'not-permitted', needs: 'supervisor' } });
    expect(world.deeds.at(-1)).toEqual({
      operatorName: 'Ana',
      deed: { kind: 'step-up-refused', act: 'lookalike', operator: 'Ana', name: 'Luz' },
    });
  });

  test('with a passcode that another person knows, or that is too short by today’s rule', async () => {
    await world.operators.add({ name: 'Eva', role: 'supervisor', passcode: 'taladro-largo-3' }, 'Sol');
    const eva = world.operators.view().operators.find(({ name }) => name === 'Eva')?.id ?? '';
    const asked = (known: string) =>
      world.approvals.approve({ name: 'Eva', passcode: known, ...alike(payment) }, cashier);
    expect(await asked('taladro-largo-3')).toMatchObject({ failure: { kind: 'passcode-to-replace' } });
    await world.operators.setPasscode(eva, 'taladro-3');
    expect(await asked('taladro-3')).toMatchObject({ failure: { kind: 'passcode-to-replace' } });
    await world.operators.setPasscode(eva, '40917352');
    expect(await asked('40917352')).toMatchObject({ ok: true });
  });

  test('without writing down what was keyed for a name', async () => {
    await world.approvals.approve({ name: passcode, passcode: 'oops', ...alike(payment) }, cashier);
    expect(world.deeds.at(-1)?.deed).toEqual({
      kind: 'step-up-refused',
      act: 'lookalike',
      operator: 'Ana',
      name: null,
    });
  });
});

describe('an act', () => {
  const sol = { ...supervisor, name: 'Sol' };
  const purge: Guarded = { act: 'purge', subject: '2026-01-01T00:00:00.000Z' };
  const allowed = async (guarded: Guarded, who = sol): Promise<string> => {
    const given = await world.approvals.approve({ name: 'Sol', passcode, ...guarded }, who);
    return given.ok ? given.value.approvalId : '';
  };
  const refusal = (...asked: Parameters<Approvals['allow']>) => {
    const given = world.approvals.allow(...asked);
    return given.ok ? null : given.failure;
  };

  const ofOthers = ['export', 'production'] as const;
  const [ofPayments, others] = [new Set<string>(['lookalike', 'amount']), new Set<string>(ofOthers)];
  const own = guardedActSchema.options.filter((act) => !ofPayments.has(act) && !others.has(act));
  test.each(own)('“%s” asks supervisors for their own passcode, each time', async (act) => {
    const guarded = { act, subject: 'one' };
    const needed = { kind: 'step-up-needed', act, subject: 'one', own: true };
    expect(refusal(guarded, undefined, sol)).toEqual(needed);
    const id = await allowed(guarded);
    expect(refusal(guarded, id, sol)).toBeNull();
    expect(refusal(guarded, id, sol)).toEqual(needed);
  });

  test('that mends a damaged payment database is allowed without it', async () => {
    await (world.ledger as StoredLedger).close();
    await expect(world.ledger.attempt(newId())).rejects.toThrow();
    for (const act of ['restore', 'damaged-file'] as const) {
      const id = await allowed({ act, subject: 'one' });
      expect(id).not.toBe('');
      expect(refusal({ act, subject: 'one' }, id, sol)).toBeNull();
    }
  });

  test.each(ofOthers)('“%s” asks everybody but supervisors', async (act) => {
    const guarded = { act, subject: 'one' };
    expect(refusal(guarded, undefined, sol)).toBeNull();
    const needed = { kind: 'step-up-needed', act, subject: 'one', own: false };
    expect(refusal(guarded, undefined, backOffice)).toEqual(needed);
    expect(refusal(guarded, await allowed(guarded, backOffice), backOffice)).toBeNull();
  });

  test('is not approved by an approval of another act, subject or operator, nor by a made-up one', async () => {
    const id = await allowed(purge);
    const refused = (guarded: Guarded, given: string | undefined, who = sol) => refusal(guarded, given, who)?.kind;
    expect(refused({ ...purge, subject: '2026-01-02T00:00:00.000Z' }, id)).toBe('step-up-needed');
    expect(refused({ ...purge, act: 'ledger' }, id)).toBe('step-up-needed');
    expect(refused(purge, id, supervisor)).toBe('step-up-needed');
    expect(refused(purge, newId())).toBe('step-up-needed');
    expect(refused(purge, id)).toBeUndefined();
  });

  test('is on the record with the supervisor who allowed it and the operator who asked', async () => {
    await allowed({ act: 'export', subject: 'one' }, backOffice);
    expect(world.deeds.at(-1)).toEqual({
      operatorName: 'Sol',
      deed: { kind: 'step-up', act: 'export', operator: backOffice.name },
    });
  });

  test('needs no passcode while no operators are kept', async () => {
    const open = await createWorld();
    expect(open.approvals.allow(purge, undefined, supervisor)).toEqual(ok(null));
  });
});
