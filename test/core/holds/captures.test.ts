/**
 * Capture of one hold: in its own family, for the amount it holds. That it is captured once (invariant 3) is held by
 * `test/ledger/holds`, whose model and race it has to meet.
 */
import { describe, expect } from 'vitest';
import { approved, backOffice, captureOf, cashier, draft, supervisor, unknown } from '#test/fixtures/drafts.ts';
import { shakyWorld } from '#test/fixtures/ledger/failing-ledger.ts';
import { captures, hold, stateOf } from '#test/fixtures/holds.ts';
import { aMerchant, useMerchant } from '#test/fixtures/world.ts';
import { test } from '#test/fixtures/world-test.ts';

describe('a capture', () => {
  test('refers to the codOper of a JSON authorization', async ({ world }) => {
    const authorization = await hold(world);
    const result = await world.captures.capture(captureOf(authorization), backOffice);
    expect(result).toMatchObject({
      ok: true,
      value: {
        operation: 'capture',
        state: 'approved',
        holdId: authorization.id,
        family: 'json',
        operatorName: 'Beto',
      },
    });
    expect(captures(world)).toMatchObject([
      {
        family: 'json',
        payment: {
          amount: 125_50,
          description: expect.stringMatching(/^Delivered \| CJ-[0-9A-F]{10}$/) as string,
          codOper: authorization.references.codOper,
        },
      },
    ]);
    expect(await stateOf(world, authorization)).toBe('captured');
  });

  test('refers to the AUTH_TOKEN of a form authorization, whatever family the merchant has now', async ({ world }) => {
    const authorization = await hold(world, { family: 'form' });
    await world.captures.capture(captureOf(authorization), backOffice);
    expect(captures(world)).toMatchObject([
      { family: 'form', payment: { authToken: authorization.references.authToken } },
    ]);
  });

  test('is recorded in the currency of its hold, whatever sign the merchant has now', async ({ world }) => {
    await useMerchant(world, aMerchant());
    const authorization = await hold(world, { merchantId: 'shop' });
    await useMerchant(world, aMerchant({ currencySign: 'US$' }), {});
    const result = await world.captures.capture(captureOf(authorization), backOffice);
    expect(result).toMatchObject({ value: { currencySign: 'B/.' } });
  });

  test('is sent for the merchant that holds the funds, not for the active one', async ({ world }) => {
    await useMerchant(world, aMerchant());
    const authorization = await hold(world, { merchantId: 'shop' });
    await useMerchant(world, aMerchant({ id: 'annex', name: 'Annex' }));
    await world.captures.capture(captureOf(authorization), backOffice);
    expect(captures(world)[0]?.account).toMatchObject({ merchant: { id: 'shop' }, secrets: { cclw: 'ABCDEF0123' } });
  });

  test('is in the ledger before its request is made', async ({ world }) => {
    const authorization = await hold(world);
    let seen: unknown;
    world.service.answer = async () => {
      seen = (await world.ledger.hold(authorization.id))?.capture?.state;
      return approved();
    };
    await world.captures.capture(captureOf(authorization), backOffice);
    expect(seen).toBe('sending');
  });

  test('is not sent without a ledger', async () => {
    const { faults, world } = await shakyWorld();
    const authorization = await hold(world);
    faults.begin = 'before';
    expect(await world.captures.capture(captureOf(authorization), backOffice)).toMatchObject({
      ok: false,
      failure: { kind: 'ledger' },
    });
    expect(captures(world)).toEqual([]);
  });

  test('frees its hold again when its begin failed after the commit', async () => {
    const { faults, world } = await shakyWorld();
    const authorization = await hold(world);
    faults.begin = 'after';
    await world.captures.capture(captureOf(authorization), backOffice);
    expect(await stateOf(world, authorization)).toBe('capturing');
    faults.begin = null;
    await world.recorder.flush();
    expect(await stateOf(world, authorization)).toBe('open');
    expect(captures(world)).toEqual([]);
  });

  test('shows an answer that could not be written, and its hold is not captured again', async () => {
    const { faults, world } = await shakyWorld();
    const authorization = await hold(world);
    faults.finish = 'before';
    const result = await world.captures.capture(captureOf(authorization), backOffice);
    expect(result).toMatchObject({ ok: false, failure: { kind: 'not-recorded', attempt: { state: 'approved' } } });
    expect(await world.captures.capture(captureOf(authorization), backOffice)).toMatchObject({
      failure: { kind: 'hold-not-open', state: 'capturing' },
    });
    expect(captures(world)).toHaveLength(1);
  });

  test('leaves its hold in capture-unknown when the program itself fails', async ({ world }) => {
    const authorization = await hold(world);
    world.service.answer = () => {
      throw new RangeError('bug');
    };
    await world.captures.capture(captureOf(authorization), backOffice);
    expect(await stateOf(world, authorization)).toBe('capture-unknown');
    expect(world.bugs).toEqual([new RangeError('bug')]);
  });
});

describe('a hold', () => {
  test('is not found when its id is unknown', async ({ world }) => {
    const result = await world.captures.capture(captureOf({ id: draft().draftId, amount: 1 }), backOffice);
    expect(result).toEqual({ ok: false, failure: { kind: 'not-found' } });
  });

  test('is captured by the reference that resolved its lost authorization', async ({ world }) => {
    world.service.answer = () => unknown;
    const payment = draft();
    await world.payments.authorize(payment, cashier);
    const resolution = { outcome: 'approved', reference: ' OPER-77 ', note: 'Portal' } as const;
    await world.history.resolve({ id: payment.draftId, resolution }, supervisor);
    world.service.answer = () => approved();
    await world.captures.capture(captureOf({ id: payment.draftId, amount: payment.amount }), backOffice);
    expect(captures(world)[0]?.payment).toMatchObject({ codOper: 'OPER-77' });
  });
});
