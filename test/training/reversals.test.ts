/** Void, refund and further charge as public clients send them, and what the bank remembers of them (field notes). */
import { expect, it, test } from 'vitest';
import type { TrainingGateway } from '#electron/training/training-gateway.ts';
import {
  codOperOf,
  openLink,
  payForm,
  payJson,
  payment,
  referJson,
  sendJson,
  withTraining,
  type Json,
} from './wire-client.ts';

let gateway: TrainingGateway;
let tolerant: TrainingGateway;
withTraining({ equalPayments: null }, (started) => (gateway = started));
withTraining({ equalPayments: null, tolerant: true }, (started) => (tolerant = started));

/** Pays 30.00 by card. */
const paid = async (type: 'AUTH' | 'AUTH_CAPTURE', changes: Json = {}): Promise<string> =>
  codOperOf(await payJson(gateway, type, changes));
const codeOf = async (type: string, codOper: unknown, changes: Json = {}): Promise<number> =>
  (await referJson(gateway, type, codOper, changes)).headerStatus.code;

/** Steps, each as its type, the step whose codOper it refers to, its amount and its code. The payment is step 0. */
const stories = [
  [
    'a voided hold can be neither captured nor voided again',
    'AUTH',
    'REVERSE_AUTH 0 30 200, CAPTURE 0 30 661, REVERSE_AUTH 0 30 623',
  ],
  [
    'a part of a hold is not voided, nor more than all of it',
    'AUTH',
    'REVERSE_AUTH 0 12 300, REVERSE_AUTH 0 30.01 604, CAPTURE 0 30 200',
  ],
  [
    'a captured hold is refunded by its capture and not voided',
    'AUTH',
    'CAPTURE 0 30 200, REVERSE_AUTH 0 30 622, REVERSE_CAPTURE 0 30 620, REVERSE_CAPTURE 1 30 200',
  ],
  [
    'refunds of parts never exceed the charge',
    'AUTH_CAPTURE',
    'REVERSE_CAPTURE 0 12.5 200, REVERSE_CAPTURE 0 17.51 604, REVERSE_CAPTURE 0 17.5 200, REVERSE_CAPTURE 0 1 623',
  ],
  [
    'a sale is not voided, and a refund not refunded',
    'AUTH_CAPTURE',
    'REVERSE_AUTH 0 30 622, REVERSE_CAPTURE 0 10 200, REVERSE_CAPTURE 2 10 620',
  ],
] as const;

it.each(stories)('%s, step by step and with the related codOper', async (_name, first, steps) => {
  const codOpers = [await paid(first)];
  for (const step of steps.split(', ')) {
    const [type = '', of, amount, code] = step.split(' ');
    const related = codOpers[Number(of)] ?? '';
    const answer = await referJson(gateway, type, related, { amount: Number(amount) });
    expect(answer.headerStatus.code, step).toBe(Number(code));
    if (code === '200') expect(answer.data).toMatchObject({ status: 1, relatedTx: related });
    codOpers.push(code === '200' ? String(answer.data['codOper']) : '');
  }
});

test('a further charge needs no card, has its own codOper, and is refunded by it', async () => {
  const first = await paid('AUTH_CAPTURE');
  const { cardInformation: _card, ...body } = payment(gateway, {
    amount: 45.5,
    codOper: first,
    email: 'b@example.org',
  });
  const answer = await sendJson(gateway, 'RECURRENT', body);
  expect(answer.data).toMatchObject({
    operationType: 'RECURRENT',
    relatedTx: first,
    totalPay: '45.5',
    displayNum: '7001',
    email: 'b@example.org',
  });
  expect(await codeOf('REVERSE_CAPTURE', codOperOf(answer), { amount: 45.5 })).toBe(200);
  expect(await codeOf('REVERSE_CAPTURE', first, { amount: 30 })).toBe(200);
});

test('what is declined or of the other family is referred to by nothing', async () => {
  const declined = await payJson(gateway, 'AUTH', {
    amount: 901,
    cardInformation: payment(gateway)['cardInformation'],
  });
  expect(await codeOf('REVERSE_AUTH', declined.data['codOper'], { amount: 901 })).toBe(621);
  const sold = await payForm(gateway, 'SALE');
  expect(await codeOf('REVERSE_CAPTURE', String(sold['CODOPER']))).toBe(620);
});

test('a client sends no description, texts as amounts, EN, and custom fields without values', async () => {
  const sale = codOperOf(await payJson(tolerant, 'AUTH_CAPTURE'));
  const refund = await sendJson(tolerant, 'REVERSE_CAPTURE', {
    cclw: ` ${tolerant.cclw} `,
    amount: '12.00',
    codOper: sale,
    lang: 'EN',
    customFieldValues: [{ id: 'order', nameOrLabel: 'Order', value: null }],
  });
  expect(refund.data).toMatchObject({ status: 1, totalPay: '12.0' });
});

test('receipts say that a hold was voided and a charge given back', async () => {
  const held = await payJson(gateway, 'AUTH', { lang: 'EN' });
  await codeOf('REVERSE_AUTH', codOperOf(held));
  expect((await openLink(gateway, held.data['returnUrl'])).text).toContain('The hold was voided. Nothing was charged.');
  const sold = await payJson(gateway, 'AUTH_CAPTURE', { lang: 'EN' });
  await codeOf('REVERSE_CAPTURE', codOperOf(sold), { amount: 12.5 });
  const receipt = (await openLink(gateway, sold.data['returnUrl'])).text;
  expect(receipt).toContain('The amount was charged and given back, whole or in part.');
  expect(receipt).toMatch(/Refunded<\/dt><dd>B&#47;\.&#160;12\.50|Refunded<\/dt><dd>B\/\..12\.50/);
});
