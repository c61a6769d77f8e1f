/** The use cases over the real client, real TLS and the training gateway, whose requests are compared with our ledger. */
import { beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#shared/new-id.ts';
import type { TrainingGateway } from '#electron/training/training-gateway.ts';
import { families } from '#shared/payments/outcome.ts';
import { backOffice, captureOf, cashier, draft, mastercard } from '#test/fixtures/drafts.ts';
import { createWorld, type World } from '#test/fixtures/world.ts';
import { gatewayOfTraining } from '#test/gateway/support/gateway-for.ts';

let training: TrainingGateway;
const gateway = gatewayOfTraining({}, (started) => (training = started));
let world: World;
beforeEach(async () => {
  world = await createWorld({ gateway, training });
});

describe.each(families)('family %s', (family) => {
  test('authorizes, captures and sells, and the gateway has processed the same', async () => {
    const before = training.ledger().length;
    const authorized = await world.payments.authorize(draft({ family }), cashier);
    expect(authorized).toMatchObject({ ok: true, value: { state: 'approved', answeredAmount: 125_50 } });
    const hold = authorized.ok ? authorized.value : null;
    const captured = await world.captures.capture(captureOf(hold ?? { id: newId(), amount: 1 }), backOffice);
    expect(captured).toMatchObject({ ok: true, value: { state: 'approved', holdId: hold?.id } });
    const card = { ...draft().card, number: mastercard, brand: 'MASTERCARD' as const };
    const sold = await world.payments.sell(draft({ family, card, amount: 40_00, taxAmount: 2_62 }), cashier);
    expect(sold).toMatchObject({ ok: true, value: { state: 'approved', operation: 'sell' } });
    expect(
      training
        .ledger()
        .slice(before)
        .map((entry) => [entry.result, entry.amount]),
    ).toEqual([
      ['approved', '125.50'],
      ['approved', '125.50'],
      ['approved', '40.00'],
    ]);
  });
});

test('a payment that awaits its answer can’t be cancelled, because the answer decides', async () => {
  await training.order({ fault: { kind: 'delay', milliseconds: 300 }, times: 1 });
  const payment = draft({ amount: 77_00, taxAmount: 0 });
  const result = world.payments.sell(payment, cashier);
  await expect.poll(() => world.events.some((event) => event.name === 'payments.sent')).toBe(true);
  expect(await world.payments.cancel(payment.draftId)).toEqual({ cancelled: false });
  expect(await result).toMatchObject({ ok: true, value: { state: 'approved' } });
});

test('a batch with holds of both families captures each of them once at the service', async () => {
  const holds = [];
  for (const [index, family] of [...families, ...families, ...families].entries()) {
    const result = await world.payments.authorize(draft({ family, amount: 50_00 + index, taxAmount: 0 }), cashier);
    if (result.ok) holds.push(result.value);
  }
  const before = training.ledger().length;
  const result = await world.batches.captureMany(
    { batchId: newId(), captures: holds.map((hold) => captureOf(hold)) },
    backOffice,
  );
  const rows = Array.from({ length: 6 }, () => ({ attempt: { state: 'approved' } }));
  expect(result).toMatchObject({ ok: true, value: { rows } });
  const processed = training.ledger().slice(before);
  expect(processed.map((entry) => entry.amount).toSorted()).toEqual([
    '50.00',
    '50.01',
    '50.02',
    '50.03',
    '50.04',
    '50.05',
  ]);
});

test('warming opens a connection and sends nothing', async () => {
  const before = training.status();
  expect(await world.payments.warm()).toBe('stands');
  expect(training.status()).toEqual(before);
  expect((await world.payments.sell(draft(), cashier)).ok).toBe(true);
});
