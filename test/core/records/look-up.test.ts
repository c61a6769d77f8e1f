/** Looking up over real TLS: whatever became of a lost answer, the ledger ends as the training gateway's books have it, or stays open. */
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import type { Gateway } from '#electron/core/ports/gateway.ts';
import {
  startTrainingGateway,
  type TrainingGateway,
  type TrainingGatewayOptions,
} from '#electron/training/training-gateway.ts';
import { oneDay } from '#shared/durations.ts';
import { failed } from '#shared/failure.ts';
import { newId } from '#shared/new-id.ts';
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import { families, type Family } from '#shared/payments/outcome.ts';
import { ownReference } from '#shared/ledger/own-reference.ts';
import type { ServiceRecord } from '#shared/ledger/service-records.ts';
import { operationsOf, operationTable, type Operation } from '#shared/payments/operations.ts';
import type { Fault } from '#shared/seat/training.ts';
import { backOffice, captureOf, cashier, draft, supervisor, unknown } from '#test/fixtures/drafts.ts';
import { resolution, value } from '#test/fixtures/examples.ts';
import { aMerchant, createWorld, useMerchant, type World } from '#test/fixtures/world.ts';
import { gatewayOfTraining } from '#test/gateway/support/gateway-for.ts';
import { times } from '#test/support/thorough.ts';
import { captureOf as laterRequest, sendJson } from '#test/training/wire-client.ts';

let training: TrainingGateway;
const gateway = gatewayOfTraining({ equalPayments: null }, (started) => (training = started));

/** Starts another one, which ends with the test. */
async function trainingOfTest(options: TrainingGatewayOptions): Promise<TrainingGateway> {
  const started = await startTrainingGateway({ equalPayments: null, ...options });
  onTestFinished(() => started.close());
  return started;
}

const lost: readonly Fault[] = [
  { kind: 'lost-answer' },
  { kind: 'http-500' },
  { kind: 'half-answer' },
  { kind: 'closed-before' },
  { kind: 'http-502' },
  { kind: 'three-d-secure', processed: true },
  { kind: 'three-d-secure', processed: false },
  { kind: 'header-status', code: 60_003, processed: true },
];

/** One payment whose answer is lost, and what surrounds it. */
interface Case {
  readonly family: Family;
  readonly operation: Operation;
  readonly fault: Fault;
  /** Payments of the same customer, card and amount before and after it, all answered. */
  readonly before: number;
  readonly after: number;
  /** A refund takes back all of the charge. */
  readonly isWhole: boolean;
  /** Somebody refunds it in the operator's panel before it is looked up. */
  readonly refunded: boolean;
}

/** Cases in which each value meets each other one sooner or later, the same ones in each run. */
function casesUpTo(count: number): readonly Case[] {
  const pick = <Value>(values: readonly Value[], index: number): Value => values[index % values.length] as Value;
  return Array.from({ length: count }, (_, index) => ({
    family: pick(families, index),
    operation: pick(operationsOf(pick(families, index)), Math.floor(index / 2)),
    fault: pick(lost, Math.floor(index / 3)),
    before: pick([0, 1, 2], Math.floor(index / 4)),
    after: pick([0, 1], Math.floor(index / 5)),
    isWhole: index % 4 < 2,
    refunded: index % 7 === 6,
  }));
}

const again = (family: Family) => draft({ family, override: { reason: 'The customer pays twice' } });

async function payLost(
  world: World,
  at: TrainingGateway,
  { family, operation, fault, isWhole }: Case,
): Promise<Attempt> {
  if (operation === 'authorize' || operation === 'sell') {
    await at.order({ fault, times: 1 });
    return value(await world.payments[operation](again(family), supervisor));
  }
  const earlier = value(
    await world.payments[operation === 'refund' || operation === 'recharge' ? 'sell' : 'authorize'](
      again(family),
      supervisor,
    ),
  );
  await at.order({ fault, times: 1 });
  const { id, amount } = earlier;
  const reversal = { description: 'Not wanted' };
  switch (operation) {
    case 'capture':
      return value(await world.captures.capture(captureOf(earlier), backOffice));
    case 'void':
      return value(await world.reversals.void({ ...reversal, holdId: id }, supervisor));
    case 'refund': {
      const draftId = newId();
      const refund = { ...reversal, draftId, chargeId: id, amount: isWhole ? amount : 5_00, isConfirmed: false };
      return value(await world.reversals.refund(refund, supervisor));
    }
    case 'recharge': {
      const { merchantId, taxAmount, concept, description, override } = again(family);
      const keyed = { merchantId, amount, taxAmount, concept, description, consent: 'The customer agreed', override };
      return value(await world.recharges.recharge({ ...keyed, draftId: newId(), attemptId: id }, supervisor));
    }
  }
}

/** What the gateway's books say of an attempt. A capture over family B has no reference of its own, but its authorization's. */
const bookedAs = (at: TrainingGateway, attempt: Attempt, hold: Attempt | null) =>
  at
    .ledger()
    .filter(({ result }) => result === 'approved')
    .filter(
      ({ operation, description, relatedTx }) =>
        description?.endsWith(ownReference(attempt.id)) === true ||
        (hold !== null && relatedTx === hold.references.codOper && operation.startsWith('CAPT')),
    );

test.each([true, false])(
  'unknown payments are settled as the gateway has booked them, never otherwise; reversals listed: %s',
  async (reversalsListed) => {
    const training = await trainingOfTest({ reversalsListed });
    // Where they are not, only the records of reversals and of what was reversed are others.
    const cases = casesUpTo(times(24, 672)).filter(
      ({ operation, refunded }) => reversalsListed || refunded || operation === 'void' || operation === 'refund',
    );
    const tally = { settled: 0, provable: 0, open: 0 };
    const world = await createWorld({ gateway, training });
    for (const one of cases) {
      for (let count = 0; count < one.before; count++) await world.payments.sell(again(one.family), supervisor);
      const attempt = await payLost(world, training, one);
      expect([one, attempt.state]).toEqual([one, 'unknown']);
      for (let count = 0; count < one.after; count++) await world.payments.sell(again(one.family), supervisor);
      const hold = attempt.holdId === null ? null : await world.ledger.attempt(attempt.holdId);
      const [booked, ...twice] = bookedAs(training, attempt, hold?.id === attempt.id ? null : hold);
      expect(twice).toEqual([]);
      const reversed =
        one.refunded &&
        booked !== undefined &&
        one.family === 'json' &&
        operationTable[one.operation].countsIn === 'charged';
      if (reversed) {
        const refund = laterRequest(training, booked.codOper ?? '', { amount: 1 });
        expect((await sendJson(training, 'REVERSE_CAPTURE', refund)).headerStatus.code).toBe(200);
      }
      const requests = training.status().received;
      await world.lookUp(attempt.id);
      expect(training.status().received).toBe(requests);
      const after = await world.ledger.attempt(attempt.id);
      const needsToken = one.family === 'form' && operationTable[one.operation].opens === 'hold';
      const provable = booked !== undefined && !reversed && !needsToken;
      if (provable) tally.provable += 1;
      if (after?.resolution == null) {
        tally.open += 1;
        // Left to a person, who resolves it, so that it stands in nobody's way.
        await world.ledger.resolve(attempt.id, resolution('declined'), null);
        continue;
      }
      tally.settled += 1;
      const reversedId = after.chargeId ?? (one.operation === 'void' ? after.holdId : null);
      const reversedBy = reversalsListed || reversedId === null ? null : await world.ledger.attempt(reversedId);
      const evidence = reversedBy?.references.codOper ?? booked?.codOper;
      expect([one, booked === undefined, evidence]).toEqual([one, false, after.resolution.reference]);
      expect(after.resolution).toMatchObject({ outcome: 'approved', how: 'query', operatorName: 'Caja 1' });
      const { opens, settles } = operationTable[one.operation];
      if (opens === 'hold' || settles !== null)
        expect((await world.ledger.hold(after.holdId ?? after.id))?.state).toBe(settles?.approved ?? 'open');
    }
    // Every one whose record is there and whole was found.
    expect(tally).toEqual({ settled: tally.provable, provable: tally.provable, open: cases.length - tally.provable });
    expect(tally.provable).toBeGreaterThan(cases.length / 3);
  },
);

it('leaves a hold of family B to a supervisor, because the record lacks the AUTH_TOKEN by which it is captured', async () => {
  const world = await createWorld({ gateway, training });
  await training.order({ fault: { kind: 'lost-answer' }, times: 1 });
  const attempt = value(await world.payments.authorize(draft({ family: 'form' }), cashier));
  expect(await world.lookUp(attempt.id)).toMatchObject({ ok: true, value: { proof: 'unclear', found: null } });
  expect(await world.ledger.attempt(attempt.id)).toMatchObject({ state: 'unknown', resolution: null });
  expect(await world.ledger.hold(attempt.id)).toBeNull();
});

describe('one lost sale', () => {
  const lose = async (world: World): Promise<Attempt> => {
    await training.order({ fault: { kind: 'lost-answer' }, times: 1 });
    return value(await world.payments.sell(draft(), cashier));
  };
  const stateOf = async (world: World, { id }: Attempt): Promise<string | null> => {
    const attempt = await world.ledger.attempt(id);
    return attempt === null ? null : effectiveState(attempt);
  };

  it('carries our reference as a custom field and in its description, which the record keeps as typed', async () => {
    const world = await createWorld({ gateway, training });
    const attempt = await lose(world);
    const looked = await world.lookUp(attempt.id);
    expect(looked).toMatchObject({
      ok: true,
      value: {
        kind: 'records',
        proof: 'found',
        found: {
          type: 'AUTH_CAPTURE',
          status: 1,
          customTexts: expect.arrayContaining([ownReference(attempt.id)]) as unknown,
          description: `${attempt.description} | ${ownReference(attempt.id)}`,
          commission: expect.any(Number) as unknown,
        },
      },
    });
    expect(ownReference(attempt.id)).toMatch(/^CJ-[0-9A-F]{10}$/);
  });

  it('settles itself, and the guard lets the same card pay again', async () => {
    const world = await createWorld({ gateway, training });
    const stop = world.resolveUnknowns();
    onTestFinished(stop);
    const attempt = await lose(world);
    await expect.poll(() => stateOf(world, attempt)).toBe('approved');
    expect(await world.ledger.unknowns()).toEqual([]);
    expect(world.bugs).toEqual([]);
  });

  const noAnswer = { kind: 'no-answer' };
  const faults: readonly (readonly [string, Fault, object])[] = [
    ['keys that may not ask', { kind: 'header-status', code: 530 }, { ...noAnswer, why: 'not-allowed', code: '530' }],
    ['an error of the service', { kind: 'header-status', code: 920 }, { ...noAnswer, why: 'refused', code: '920' }],
    ['a service that is down', { kind: 'closed-before' }, { ...noAnswer, why: 'unreachable' }],
    ['half an answer', { kind: 'half-answer' }, { ...noAnswer, why: 'unreachable' }],
    ['the page of a proxy', { kind: 'http-502' }, { ...noAnswer, why: 'not-understood' }],
    [
      'data that is no list',
      { kind: 'answer', processed: false, envelope: { data: '{"codOper":"X"}' } },
      { ...noAnswer, why: 'not-understood' },
    ],
  ];
  it('stays unknown after any fault of the service', async () => {
    const world = await createWorld({ gateway, training });
    const attempt = await lose(world);
    for (const [name, fault, expected] of faults) {
      await training.order({ fault, times: 1, of: 'records' });
      expect(await world.lookUp(attempt.id), name).toMatchObject({ ok: true, value: expected });
      expect(await stateOf(world, attempt), name).toBe('unknown');
    }
  });

  it('is found once its record is there, and never sent again', async () => {
    let passed = 0;
    const late = await trainingOfTest({ recordsAfterMs: oneDay, now: () => new Date(Date.now() + passed) });
    const world = await createWorld({ gateway, training: late });
    await late.order({ fault: { kind: 'lost-answer' }, times: 1 });
    const attempt = value(await world.payments.sell(draft(), cashier));
    expect(await world.lookUp(attempt.id)).toMatchObject({ value: { kind: 'records', proof: 'none', records: [] } });
    passed = oneDay;
    await world.lookUp(attempt.id);
    expect(await stateOf(world, attempt)).toBe('approved');
    expect(late.status().received).toBe(1);
  });

  // Family B has its reference in the description alone, which the records can't be asked for.
  it.each([
    [30, 0],
    [0, -30],
    [-30, 0],
  ])('is found by its e-mail address after the clock went from %i days ahead to %i', async (paidAt, askedAt) => {
    const world = await createWorld({ gateway, training });
    world.time.ahead = paidAt * oneDay;
    await training.order({ fault: { kind: 'lost-answer' }, times: 1 });
    const attempt = value(await world.payments.sell(draft({ family: 'form' }), cashier));
    world.time.ahead = askedAt * oneDay;
    await world.lookUp(attempt.id);
    expect(await stateOf(world, attempt)).toBe('approved');
  });

  it('is found although its e-mail address has digits like a card number, which its record is shown without', async () => {
    const world = await createWorld({ gateway, training });
    await training.order({ fault: { kind: 'lost-answer' }, times: 1 });
    const email = '01a20de0-147c-7355-9353-799242389d53@example.org';
    const attempt = value(await world.payments.sell(draft({ email }), cashier));
    await world.lookUp(attempt.id);
    expect(await stateOf(world, attempt)).toBe('approved');
  });

  it('is not told as settled where the ledger refuses that', async () => {
    const world = await createWorld({ gateway, training });
    const attempt = await lose(world);
    const awaited = failed({ kind: 'seats-awaited' as const, seats: ['Office'] });
    vi.spyOn(world.ledger, 'resolve').mockResolvedValueOnce(awaited);
    expect(await world.lookUp(attempt.id)).toMatchObject({ value: { proof: 'unclear', found: null } });
    expect(await world.lookUp(attempt.id)).toMatchObject({ value: { proof: 'found' } });
  });

  it('stays with a person whose word the service has contradicted', async () => {
    const world = await createWorld({ gateway, training });
    const attempt = await lose(world);
    await world.ledger.resolve(attempt.id, resolution('declined'), null);
    await world.lookUp(attempt.id);
    expect(await stateOf(world, attempt)).toBe('declined');
  });
});

describe('a lost sale is left to a person when the service has', () => {
  const rows: readonly (readonly [string, (record: ServiceRecord, sold: Attempt) => readonly ServiceRecord[]])[] = [
    ['its record twice, declined first', (record) => [{ ...record, status: 0 }, record]],
    ['its record twice, with another amount first', (record) => [{ ...record, amount: 1 }, record]],
    ['its record twice, voided last', (record) => [record, { ...record, status: 4 }]],
    ['two records with its reference', (record) => [record, { ...record, idtx: 'another', codOper: 'OTHER' }]],
    [
      'ten of them',
      (record) => Array.from({ length: 10 }, (_, at) => ({ ...record, idtx: `${at}`, codOper: `${at}` })),
    ],
    ['the codOper of another payment', (record, sold) => [{ ...record, codOper: sold.references.codOper }]],
    ['another amount', (record) => [{ ...record, amount: 1, firstAmount: 1 }]],
    ['an amount that was another at first', (record) => [{ ...record, firstAmount: 1 }]],
    ['another card', (record) => [{ ...record, lastFour: '0000' }]],
    ['another customer', (record) => [{ ...record, email: 'other@example.org' }]],
    ['another operation', (record) => [{ ...record, type: 'AUTH' }]],
    ['no reference of its own', (record) => [{ ...record, codOper: null }]],
  ];
  it.each(families)('anything but its record alone, family %s', async (family) => {
    let sold: Attempt | null = null;
    let [[, change]] = rows as [(typeof rows)[number]];
    const records: Gateway['records'] = {
      ...gateway.records,
      async ask(...question) {
        const answer = await gateway.records.ask(...question);
        if (answer.kind !== 'records') return answer;
        const [record] = answer.records.filter((each) => each.codOper !== sold?.references.codOper);
        return record === undefined || sold === null ? answer : { ...answer, records: change(record, sold) };
      },
    };
    const world = await createWorld({ gateway: { ...gateway, records }, training });
    sold = value(await world.payments.sell(draft({ family }), cashier));
    await training.order({ fault: { kind: 'lost-answer' }, times: 1 });
    const attempt = value(await world.payments.sell(again(family), supervisor));
    for (const [name, changed] of rows) {
      change = changed;
      await world.lookUp(attempt.id);
      expect(await world.ledger.attempt(attempt.id), name).toMatchObject({ state: 'unknown', resolution: null });
    }
  });
});

test('a refund is not proved by another one that was made while it was looked up', async () => {
  const unlisted = await trainingOfTest({ reversalsListed: false });
  let meanwhile: (() => Promise<unknown>) | null = null;
  const records: Gateway['records'] = {
    ...gateway.records,
    async ask(...question) {
      const act = meanwhile;
      meanwhile = null;
      await act?.();
      return gateway.records.ask(...question);
    },
  };
  const world = await createWorld({ gateway: { ...gateway, records }, training: unlisted });
  const { id: chargeId } = value(await world.payments.sell(draft(), supervisor));
  const refund = () =>
    world.reversals.refund(
      { draftId: newId(), chargeId, amount: 10_00, description: 'Back', isConfirmed: true },
      supervisor,
    );
  await unlisted.order({ fault: { kind: 'closed-before' }, times: 1 });
  const { id } = value(await refund());
  meanwhile = refund;
  await world.lookUp(id);
  expect((await world.ledger.show(id))?.timeline.map(effectiveState)).toEqual(['approved', 'unknown', 'approved']);
});

test('a refund is not proved by what an earlier one gave back beyond its amount', async () => {
  const unlisted = await trainingOfTest({ reversalsListed: false });
  const giving: Gateway = {
    ...gateway,
    refund: (account, family, payment) => gateway.refund(account, family, { ...payment, amount: 2 * payment.amount }),
  };
  const world = await createWorld({ gateway: giving, training: unlisted });
  const { id: chargeId } = value(await world.payments.sell(draft(), supervisor));
  const refund = { chargeId, amount: 5_00, description: 'Back', isConfirmed: true };
  expect(value(await world.reversals.refund({ ...refund, draftId: newId() }, supervisor))).toMatchObject({
    state: 'approved',
    answeredAmount: 10_00,
  });
  await unlisted.order({ fault: { kind: 'closed-before' }, times: 1 });
  const { id } = value(await world.reversals.refund({ ...refund, draftId: newId() }, supervisor));
  expect(await world.lookUp(id)).toMatchObject({ value: { proof: 'unclear', found: null } });
  expect((await world.ledger.attempt(id))?.resolution).toBeNull();
});

test('a refund is not proved by the record of a charge that the customer disputes, which the bank may have taken back', async () => {
  const unlisted = await trainingOfTest({ reversalsListed: false });
  let isDisputed = false;
  const records: Gateway['records'] = {
    ...gateway.records,
    async ask(...question) {
      const answer = await gateway.records.ask(...question);
      if (answer.kind !== 'records') return answer;
      return { ...answer, records: answer.records.map((record) => ({ ...record, openClaim: isDisputed })) };
    },
  };
  const world = await createWorld({ gateway: { ...gateway, records }, training: unlisted });
  const { id: chargeId, amount } = value(await world.payments.sell(draft(), supervisor));
  await unlisted.order({ fault: { kind: 'lost-answer' }, times: 1 });
  const refund = { draftId: newId(), chargeId, amount, description: 'Back', isConfirmed: false };
  const { id } = value(await world.reversals.refund(refund, supervisor));
  isDisputed = true;
  expect(await world.lookUp(id)).toMatchObject({ value: { proof: 'unclear', found: null } });
  isDisputed = false;
  expect(await world.lookUp(id)).toMatchObject({ value: { proof: 'found' } });
});

test('a customer’s records are read over all pages and proved whole', async () => {
  const paged = await trainingOfTest({ recordsAtOnce: 2 });
  const world = await createWorld({ gateway, training: paged });
  const sold = await Promise.all(
    Array.from({ length: 5 }, () => world.payments.sell(again('json'), supervisor).then(value)),
  );
  value(await world.payments.sell({ ...again('json'), email: 'somebody.else@example.com' }, supervisor));
  const [first] = sold;
  const looked = await world.lookUp(first?.id ?? '', 'customer');
  expect(looked).toMatchObject({ value: { kind: 'records', whole: true, found: null } });
  expect(
    looked.ok && looked.value.kind === 'records' ? looked.value.records.map(({ codOper }) => codOper) : [],
  ).toEqual(expect.arrayContaining(sold.map(({ references }) => references.codOper)));
  expect(looked).toMatchObject({ value: { records: { length: 5 } } });
});

test('a payment whose merchant points to another environment now is asked for nowhere', async () => {
  const world = await createWorld();
  const shop = aMerchant({ recordsUrl: 'https://records.example.com' });
  await useMerchant(world, shop);
  world.service.answer = () => unknown;
  const attempt = value(await world.payments.sell(draft({ merchantId: shop.id }), cashier));
  await useMerchant(world, { ...shop, environment: 'production' });
  expect(value(await world.lookUp(attempt.id))).toEqual({ kind: 'not-asked', why: 'other-environment' });
});

test('an attempt that isn’t there is not asked for', async () => {
  const world = await createWorld({ gateway, training });
  expect(await world.lookUp(newId())).toEqual({ ok: false, failure: { kind: 'not-found' } });
});
