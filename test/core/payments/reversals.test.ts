/** Voids and refunds: what leaves, who may send them, and what each refusal says. Never more than one request, never without its record. */
import { describe, expect, vi } from 'vitest';
import type { Actor } from '#electron/core/ports/host.ts';
import { failed, type Failure, type Result } from '#shared/failure.ts';
import { newId } from '#shared/new-id.ts';
import type { ServiceRecord } from '#shared/ledger/service-records.ts';
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import {
  approved,
  backOffice,
  captureOf,
  declined,
  notSent,
  refundOf,
  supervisor,
  unknown,
} from '#test/fixtures/drafts.ts';
import { aRecord } from '#test/fixtures/service-records.ts';
import { shakyWorld } from '#test/fixtures/ledger/failing-ledger.ts';
import { hold, sold, stateOf } from '#test/fixtures/holds.ts';
import { aMerchant, useMerchant, type World } from '#test/fixtures/world.ts';
import { test as it } from '#test/fixtures/world-test.ts';

const passcode = 'grano-de-arroz';

const reversals = (world: World) =>
  world.service.requests.filter(({ operation }) => ['void', 'refund'].includes(operation));
const kindOf = (result: Result<Attempt>): Failure['kind'] | Attempt['state'] =>
  result.ok ? effectiveState(result.value) : result.failure.kind;

describe('a void', () => {
  it('gives the whole hold back under its codOper, with the reason and our reference', async ({ world }) => {
    const authorization = await hold(world);
    world.service.answer = () => approved(authorization.amount);
    const result = await world.reversals.void({ holdId: authorization.id, description: 'Not wanted' }, supervisor);
    expect(result).toMatchObject({ value: { operation: 'void', state: 'approved', holdId: authorization.id } });
    expect(reversals(world)).toMatchObject([
      {
        operation: 'void',
        payment: {
          amount: authorization.amount,
          codOper: authorization.references.codOper,
          description: expect.stringMatching(/^Not wanted \| CJ-[0-9A-F]{10}$/) as string,
          customFieldValues: [{ value: expect.stringMatching(/^CJ-/) as string }],
        },
      },
    ]);
    expect(await stateOf(world, authorization)).toBe('voided');
    expect(kindOf(await world.captures.capture(captureOf(authorization), backOffice))).toBe('hold-not-open');
  });

  it('is sent once for two submits at the same time', async ({ world }) => {
    const authorization = await hold(world);
    const asked = { holdId: authorization.id, description: 'Not wanted' };
    const results = await Promise.all([
      world.reversals.void(asked, supervisor),
      world.reversals.void(asked, supervisor),
    ]);
    expect(results.map(kindOf).toSorted()).toEqual(['approved', 'hold-not-open']);
    expect(reversals(world)).toHaveLength(1);
  });
});

describe('a refund', () => {
  it('gives a part of the charge back under the codOper of what charged it', async ({ world }) => {
    const authorization = await hold(world);
    const captured = await world.captures.capture(captureOf(authorization), backOffice);
    if (!captured.ok) throw new Error(captured.failure.kind);
    world.service.answer = () => approved(40_00);
    const refund = refundOf(captured.value, { amount: 40_00 });
    expect(kindOf(await world.reversals.refund(refund, supervisor))).toBe('approved');
    expect(reversals(world)).toMatchObject([
      {
        payment: {
          amount: 40_00,
          codOper: captured.value.references.codOper,
          earlier: { email: 'maria@example.com' },
        },
      },
    ]);
    expect(kindOf(await world.reversals.refund(refund, supervisor))).toBe('approved');
    expect(reversals(world)).toHaveLength(1);
    const used = await world.reversals.refund({ ...refund, amount: 41_00 }, supervisor);
    expect(used).toMatchObject({ failure: { kind: 'invalid', issues: [{ path: 'draftId', code: 'used' }] } });
  });

  it('of a charge that another seat writes back meanwhile was changed by nobody', async ({ world }) => {
    const charge = await sold(world);
    const { show, signed } = world.ledger;
    let isBack = false;
    vi.spyOn(world.ledger, 'show').mockImplementationOnce((id) => show(id).finally(() => (isBack = true)));
    vi.spyOn(world.ledger, 'signed').mockImplementationOnce(async (id) => (isBack ? signed(id) : null));
    expect(kindOf(await world.reversals.refund(refundOf(charge, { amount: 1_00 }), backOffice))).toBe('approved');
  });

  it('of more than is left, or of what was not charged, sends nothing and says what is left', async ({ world }) => {
    const [charge, authorization] = [await sold(world), await hold(world, { amount: 90_00 })];
    world.service.answer = () => approved(100_00);
    await world.reversals.refund(refundOf(charge, { amount: 100_00 }), supervisor);
    expect(await world.reversals.refund(refundOf(charge, { amount: 25_51 }), supervisor)).toEqual({
      ok: false,
      failure: { kind: 'over-refund', left: 25_50, elsewhere: 0, currencySign: 'B/.' },
    });
    expect(await world.reversals.refund(refundOf(authorization), supervisor)).toMatchObject({
      failure: { kind: 'over-refund', left: 0 },
    });
    expect(kindOf(await world.reversals.refund(refundOf({ ...charge, id: newId() }), supervisor))).toBe('not-found');
    expect(reversals(world)).toHaveLength(1);
  });

  it.for([
    ['unknown', unknown, 'supervisor'],
    ['approved', approved(20_00), 'reason'],
  ] as const)(
    'of the same amount as one that is %s asks, and needs a supervisor where the first may have moved money',
    async ([_state, first, needs], { world }) => {
      await world.operators.addFirst('Sol', passcode, 'Caja');
      await world.operators.setLimits('back-office', { payment: null, day: null, reversal: 50_00, again: null }, 'Sol');
      const charge = await sold(world);
      world.service.answer = () => first;
      await world.reversals.refund(refundOf(charge, { amount: 20_00 }), backOffice);
      world.service.answer = () => approved(20_00);
      const again = refundOf(charge, { amount: 20_00 });
      expect(await world.reversals.refund(again, backOffice)).toMatchObject({
        failure: { kind: 'duplicate', earlier: [{ operation: 'refund', amount: 20_00 }], needs },
      });
      const confirmed = await world.reversals.refund({ ...again, isConfirmed: true }, backOffice);
      if (needs === 'reason') return expect(kindOf(confirmed)).toBe('approved');
      const subject = `refund ${charge.id} 2000`;
      expect(confirmed).toEqual({
        ok: false,
        failure: { kind: 'step-up-needed', act: 'reversal', subject: `${subject} again`, own: false },
      });
      const approval = async (about: string) => {
        const asked = { name: 'Sol', passcode, act: 'reversal', subject: about } as const;
        const given = await world.approvals.approve(asked, backOffice);
        return given.ok ? given.value.approvalId : '';
      };
      // Given before anybody knew of the first one.
      const early = { ...again, isConfirmed: true, approvalId: await approval(subject) };
      expect(kindOf(await world.reversals.refund(early, backOffice))).toBe('step-up-needed');
      expect(reversals(world)).toHaveLength(1);
      const late = { ...again, isConfirmed: true, approvalId: await approval(`${subject} again`) };
      expect(kindOf(await world.reversals.refund(late, backOffice))).toBe('approved');
      expect(await world.ledger.attempt(again.draftId)).toMatchObject({ overrideReason: 'Returned' });
    },
  );

  it('leaves a supervisor’s approval good until it has left the seat', async ({ world }) => {
    await world.operators.addFirst('Sol', passcode, 'Caja');
    const charge = await sold(world);
    const subject = `refund ${charge.id} ${charge.amount}`;
    const given = await world.approvals.approve({ name: 'Sol', passcode, act: 'reversal', subject }, backOffice);
    if (!given.ok) throw new Error(given.failure.kind);
    const { approvalId } = given.value;
    const send = async () =>
      kindOf(
        await world.reversals
          .refund(refundOf(charge, { approvalId }), backOffice)
          .catch(() => failed({ kind: 'busy' })),
      );
    const ask = vi.spyOn(world.service.gateway.records, 'ask');
    ask.mockResolvedValueOnce({
      kind: 'records',
      records: [aRecord({ codOper: charge.references.codOper, openClaim: true })],
    });
    expect(await send()).toBe('open-claim');
    ask.mockRejectedValueOnce(new Error('broken'));
    expect(await send()).toBe('busy');
    const begin = vi.spyOn(world.ledger, 'begin');
    begin.mockResolvedValueOnce(failed({ kind: 'seats-awaited', seats: ['Caja 2'] }));
    expect(await send()).toBe('seats-awaited');
    begin.mockRejectedValueOnce(new Error('broken'));
    expect(await send()).toBe('busy');
    world.service.answer = () => notSent;
    expect(await send()).toBe('not-sent');
    world.service.answer = () => declined;
    expect(await send()).toBe('declined');
    expect(await send()).toBe('step-up-needed');
  });

  it('never goes out beside an open dispute that the records tell of', async ({ world }) => {
    const charge = await sold(world);
    const { codOper } = charge.references;
    const record = { codOper, openClaim: true };
    const ask = vi.spyOn(world.service.gateway.records, 'ask');
    ask.mockResolvedValue({ kind: 'records', records: [record as never] });
    expect(kindOf(await world.reversals.refund(refundOf(charge), supervisor))).toBe('open-claim');
    ask.mockResolvedValue({ kind: 'records', records: [{ ...record, codOper: 'SANDBOX_ANOTHER' } as never] });
    expect(kindOf(await world.reversals.refund(refundOf(charge), supervisor))).toBe('approved');
  });

  it.for<[string, Partial<ServiceRecord> | 'no answer', left: number, elsewhere: number]>([
    ['refunded in part there', { amount: 100_00 }, 100_00, 25_50],
    ['refunded there whole', { status: 3 }, 0, 125_50],
    ['voided there', { status: 4 }, 0, 125_50],
    ['untouched there', {}, 125_50, 0],
    ['a refund there', { type: 'REVERSE_CAPTURE', amount: 100_00 }, 125_50, 0],
    ['of another payment', { codOper: 'SANDBOX_ANOTHER', status: 3 }, 125_50, 0],
    ['unreachable', 'no answer', 125_50, 0],
  ])(
    'leaves of a charge whose record is %s what was not refunded in the panel',
    async ([_name, record, left, elsewhere], { world }) => {
      const charge = await sold(world);
      const there = { codOper: charge.references.codOper, amount: 125_50, firstAmount: 125_50 };
      const ask = vi.spyOn(world.service.gateway.records, 'ask');
      ask.mockResolvedValue(
        record === 'no answer'
          ? { kind: 'no-answer', why: 'slow', code: null, text: null }
          : { kind: 'records', records: [aRecord({ ...there, ...record })] },
      );
      const whole = await world.reversals.refund(refundOf(charge), supervisor);
      expect(ask).toHaveBeenCalledTimes(1);
      if (elsewhere === 0) return expect(kindOf(whole)).toBe('approved');
      expect(whole).toEqual({ ok: false, failure: { kind: 'over-refund', left, elsewhere, currencySign: 'B/.' } });
      expect(reversals(world)).toEqual([]);
      if (left === 0) return;
      world.service.answer = () => approved(left);
      expect(kindOf(await world.reversals.refund(refundOf(charge, { amount: left }), supervisor))).toBe('approved');
      // Its record shows ours as well, which is not the panel's.
      ask.mockResolvedValue({ kind: 'records', records: [aRecord({ ...there, status: 3 })] });
      const more = await world.reversals.refund(refundOf(charge, { amount: 1 }), supervisor);
      expect(more).toMatchObject({ failure: { kind: 'over-refund', left: 0, elsewhere } });
    },
  );

  it('leaves what the strictest of records that contradict each other leaves of a charge', async ({ world }) => {
    const charge = await sold(world);
    const there = { codOper: charge.references.codOper, amount: 125_50, firstAmount: 125_50 };
    const records = [there, { ...there, amount: 100_00 }, { ...there, status: 4 }].map(aRecord);
    vi.spyOn(world.service.gateway.records, 'ask').mockResolvedValue({ kind: 'records', records });
    expect(await world.reversals.refund(refundOf(charge), supervisor)).toMatchObject({
      failure: { kind: 'over-refund', left: 0, elsewhere: 125_50 },
    });
    expect(reversals(world)).toEqual([]);
  });
});

const anotherOne = { override: { reason: 'Another one' } };

/** A void and a refund are refused alike: each as a call on a fresh hold or charge. */
const either = [
  [
    'void',
    async (world: World, actor: Actor, approvalId?: string) => {
      const { id } = await hold(world, anotherOne);
      return () =>
        world.reversals.void({ holdId: id, description: 'Not wanted', ...(approvalId && { approvalId }) }, actor);
    },
  ],
  [
    'refund',
    async (world: World, actor: Actor) => {
      const charge = await sold(world, anotherOne);
      return () => world.reversals.refund(refundOf(charge), actor);
    },
  ],
] as const;

describe.each(either)('a %s', (operation, prepare) => {
  it('is not sent when it can not be recorded', async () => {
    const { faults, world } = await shakyWorld();
    const reverse = await prepare(world, supervisor);
    faults.begin = 'before';
    expect(kindOf(await reverse())).toBe('ledger');
    expect(reversals(world)).toEqual([]);
  });

  it('is not offered by a merchant that has not switched it on, and by family B at all', async ({ world }) => {
    await useMerchant(world, aMerchant());
    const earlier =
      operation === 'void' ? await hold(world, { merchantId: 'shop' }) : await sold(world, { merchantId: 'shop' });
    const reverse = (attempt: Attempt) =>
      operation === 'void'
        ? world.reversals.void({ holdId: attempt.id, description: 'Not wanted' }, supervisor)
        : world.reversals.refund(refundOf(attempt), supervisor);
    expect(await reverse(earlier)).toEqual({ ok: false, failure: { kind: 'not-offered', operation, by: 'merchant' } });
    await world.merchants.activate('training');
    const form = operation === 'void' ? await hold(world, { family: 'form' }) : await sold(world, { family: 'form' });
    expect(await reverse(form)).toEqual({ ok: false, failure: { kind: 'not-offered', operation, by: 'family' } });
    expect(reversals(world)).toEqual([]);
  });

  it('asks for a supervisor’s passcode above the limit of the role, each for their own', async ({ world }) => {
    await world.operators.addFirst('Sol', passcode, 'Caja');
    const [first, second] = [await prepare(world, backOffice), await prepare(world, supervisor)];
    expect(await first()).toMatchObject({ failure: { kind: 'step-up-needed', act: 'reversal', own: false } });
    expect(await second()).toMatchObject({ failure: { kind: 'step-up-needed', act: 'reversal', own: true } });
    expect(reversals(world)).toEqual([]);
    await world.operators.setLimits('back-office', { payment: null, day: null, reversal: 125_50, again: null }, 'Sol');
    expect(kindOf(await first())).toBe('approved');
    const third = await prepare(world, backOffice);
    await world.operators.setLimits('back-office', { payment: null, day: null, reversal: 125_49, again: null }, 'Sol');
    expect(kindOf(await third())).toBe('step-up-needed');
  });

  it('that breaks down inside the program is unknown, because a byte may have left', async ({ world }) => {
    const reverse = await prepare(world, supervisor);
    world.service.answer = () => {
      throw new Error('broken');
    };
    expect(kindOf(await reverse())).toBe('unknown');
    expect(world.bugs).toHaveLength(1);
  });
});
