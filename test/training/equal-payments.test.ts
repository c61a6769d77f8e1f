/** Code 612 by itself: the fourth payment with the same card and data within five minutes is refused (field notes). */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { RecentPayments } from '#electron/training/bank/recent-payments.ts';
import { startTrainingGateway, type TrainingGateway } from '#electron/training/training-gateway.ts';
import { approvedMastercard, card, payForm, payJson, type Json } from './wire-client.ts';

let now: Date;
let gateway: TrainingGateway;
beforeEach(async () => {
  // Years behind: certificates go by the clock of the system, and this one is only the bank's.
  now = new Date('2020-11-21T15:00:00Z');
  gateway = await startTrainingGateway({ now: () => now });
});
afterEach(() => gateway.close());

const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * 60_000);
};
const sell = async (changes: Json = {}): Promise<number> =>
  (await payJson(gateway, 'AUTH_CAPTURE', changes)).headerStatus.code;

test('three equal payments go through, the fourth and later are refused until one is five minutes old', async () => {
  expect([await sell(), await sell()]).toEqual([200, 200]);
  later(1);
  expect([await sell(), await sell(), await sell()]).toEqual([200, 612, 612]);
  expect(gateway.ledger().map(({ result }) => result)).toEqual([
    'approved',
    'approved',
    'approved',
    'rejected',
    'rejected',
  ]);
  later(3.9);
  expect(await sell()).toBe(612);
  later(0.1);
  expect([await sell(), await sell(), await sell()]).toEqual([200, 200, 612]);
});

test('another card, amount or description is another payment', async () => {
  for (let count = 0; count < 3; count++) await sell();
  const cardInformation = card({ cardNumber: approvedMastercard, cardType: 'MASTERCARD' });
  expect([
    await sell({ cardInformation }),
    await sell({ amount: 30.01 }),
    await sell({ description: 'Four chairs' }),
    await sell(),
  ]).toEqual([200, 200, 200, 612]);
});

test('declined payments count, refused ones don’t', async () => {
  const fault = { kind: 'decline', reason: 'do-not-honor' } as const;
  await gateway.order({ fault, times: 2 });
  await sell();
  await sell();
  await gateway.order({ fault: { kind: 'header-status', code: 605 }, times: 2 });
  expect([await sell(), await sell(), await sell(), await sell()]).toEqual([605, 605, 200, 612]);
});

test('an order of the trainer goes before the refusal', async () => {
  for (let count = 0; count < 3; count++) await sell();
  await gateway.order({ fault: { kind: 'decline', reason: 'stolen-card' }, times: 1 });
  expect((await payJson(gateway, 'AUTH_CAPTURE')).data['status']).toBe(0);
  await gateway.order({ fault: { kind: 'header-status', code: 550, processed: true }, times: 1 });
  expect(await sell()).toBe(550);
  expect(gateway.ledger().at(-1)?.result).toBe('approved');
});

test('family B refuses the fourth with the same words', async () => {
  const answers: Json[] = [];
  for (let count = 0; count < 4; count++) answers.push(await payForm(gateway, 'SALE'));
  expect(answers.map((answer) => answer['Status'] ?? answer['error'])).toEqual([
    'Approved',
    'Approved',
    'Approved',
    '612 TX DUPLICATE',
  ]);
});

describe('the memory of recent payments', () => {
  test('holds a limited number of payments and forgets the longest unused one', () => {
    const recent = new RecentPayments(1, 2);
    for (const name of ['A', 'B', 'A', 'C']) recent.add([name], now, true);
    expect(['C', 'A', 'B'].map((name) => recent.add([name], now, false))).toEqual([false, false, true]);
  });

  test('a clock that was set back refuses nothing', () => {
    const recent = new RecentPayments(1, 10);
    recent.add(['A'], now, false);
    expect(recent.add(['A'], new Date(now.getTime() - 1), false)).toBe(true);
  });
});
