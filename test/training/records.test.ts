/** The service's records of transactions: questions, rows of the recorded shape, and what goes wrong (field notes). */
import { beforeAll, describe, expect, it, test } from 'vitest';
import { type TrainingGateway } from '#electron/training/training-gateway.ts';
import {
  jsonHeaders,
  payForm,
  payJson,
  referJson,
  send,
  withTraining,
  type Json,
  type WireAnswer,
} from './wire-client.ts';

const noon = new Date('2026-11-21T17:00:00.000Z');
let now = noon;
let gateway: TrainingGateway;
withTraining(
  { equalPayments: null, now: () => now, recordsAtOnce: 4, recordsAfterMs: 5000 },
  (started) => (gateway = started),
);

const path = '/PFManagementServices/api/v1/MerchantTransactions';
const ask = (query: string, headers: Record<string, string> = jsonHeaders(gateway)): Promise<WireAnswer> =>
  send(gateway, { method: 'GET', path: `${path}?${query}`, headers });
const rows = async (query: string): Promise<readonly Json[]> =>
  (JSON.parse((await ask(query)).text) as { readonly data: readonly Json[] }).data;
const later = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1000);
};
const pay = async (type: 'AUTH' | 'AUTH_CAPTURE', changes: Json = {}): Promise<Json> => {
  later(10);
  return (await payJson(gateway, type, changes)).data;
};

test('a row says what was paid, what arrives of it, and when by the operator’s clock', async () => {
  const sale = await pay('AUTH_CAPTURE', { email: 'fees@example.org', phone: '50760201236' });
  later(10);
  expect(await rows('filter=email::FEES@example.org')).toEqual([
    expect.objectContaining({
      codOper: sale['codOper'],
      amount: 30,
      authAmount: '30.0',
      txType: 'AUTH_CAPTURE',
      status: 1,
      idTransaction: sale['idtx'],
      idRelatedTransaction: null,
      dateTms: sale['date'],
      authDateGmt: sale['date'],
      displayCardNum: '7001',
      txDescription: 'Two chairs',
      txConcept: 'Order 17',
      phone: '50760201236',
      totalCom: 1.05,
      totalCost: 0.5,
      tax: 0.11,
      taxRetention: 0.98,
    }),
  ]);
});

test('what became of a payment stands in its state, its amount, and in rows that are related to it', async () => {
  const hold = await pay('AUTH', { email: 'void@example.org' });
  const sale = await pay('AUTH_CAPTURE', { email: 'part@example.org' });
  const whole = await pay('AUTH_CAPTURE', { email: 'whole@example.org' });
  await referJson(gateway, 'REVERSE_AUTH', String(hold['codOper']));
  await referJson(gateway, 'REVERSE_CAPTURE', String(sale['codOper']), { amount: 12.5 });
  await referJson(gateway, 'REVERSE_CAPTURE', String(whole['codOper']));
  later(10);
  const facts = (row: Json) => [row['txType'], row['status'], row['amount'], row['idRelatedTransaction']];
  expect((await rows('filter=email::void@example.org')).map(facts)).toEqual([
    ['REVERSE_AUTH', 1, 30, hold['idtx']],
    ['AUTH', 4, 30, null],
  ]);
  expect((await rows('filter=email::part@example.org')).map(facts)).toEqual([
    ['REVERSE_CAPTURE', 1, 12.5, sale['idtx']],
    ['AUTH_CAPTURE', 1, 17.5, null],
  ]);
  expect((await rows('filter=email::whole@example.org')).map(facts)).toEqual([
    ['REVERSE_CAPTURE', 1, 30, whole['idtx']],
    ['AUTH_CAPTURE', 3, 30, null],
  ]);
});

test('a payment whose cardholder was asked has a look-alike that moved nothing', async () => {
  await gateway.order({ fault: { kind: 'three-d-secure', processed: true }, times: 1 });
  await pay('AUTH_CAPTURE', { email: 'asked@example.org' });
  later(10);
  const [sale, step, ...none] = await rows('filter=email::asked@example.org');
  expect(none).toEqual([]);
  expect(sale).toMatchObject({
    txType: 'AUTH_CAPTURE',
    authStatus: 'Procesada',
    cardType: 'CLAVE',
    displayCardNum: null,
  });
  expect(step).toMatchObject({ txType: '3DS', status: 1, amount: 30, cardholderFullName: '', displayCardNum: null });
});

test('declined payments are absent, family B is there, and a payment appears after a while', async () => {
  await pay('AUTH_CAPTURE', { amount: 901, email: 'absent@example.org' });
  const sold = await payForm(gateway, 'SALE', { Email: 'form@example.org' });
  expect(await rows('filter=email::form@example.org')).toEqual([]);
  later(10);
  expect(await rows('filter=email::form@example.org')).toEqual([
    expect.objectContaining({ codOper: sold['CODOPER'], txType: 'AUTH_CAPTURE' }),
  ]);
  expect(await rows('filter=email::absent@example.org')).toEqual([]);
});

describe('questions', () => {
  const custom = (value: string) => ({ customFieldValues: [{ id: 'ref', nameOrLabel: 'Reference', value }] });
  beforeAll(async () => {
    now = new Date('2026-11-22T17:00:00.000Z');
    for (const [index, amount] of [10, 20, 30, 40, 50].entries())
      await pay('AUTH_CAPTURE', { amount, taxAmount: 0, email: 'q@example.org', ...custom(`CJ-${index}`) });
    later(10);
  });
  const amounts = async (query: string) => (await rows(query)).map((row) => row['amount']);
  const day = 'dateTms$bt2026-11-22T00:00:00::2026-11-22T23:59:59';

  it.each([
    ['the newest first, as many as fit', `conditional=${day}`, [50, 40, 30, 20]],
    ['the next page', `conditional=${day}&limit=4&offset=4`, [10]],
    ['percent-encoded', `conditional=${encodeURIComponent(day)}&limit=2`, [50, 40]],
    ['names in other letters', `CONDITIONAL=${day}&Limit=1`, [50]],
    ['an amount', `conditional=${day}|amount$bt20::30`, [30, 20]],
    ['a reference in a custom field', 'conditional=customFields$lk%CJ-3%', [40]],
    ['a reference, percent-encoded', `conditional=${encodeURIComponent('customFields$lk%CJ-0%')}`, [10]],
    ['two filters', 'filter=email::q@example.org|codOper::none', []],
  ])('%s', async (_name, query, expected) => {
    expect(await amounts(query)).toEqual(expected);
  });

  it('counts all of them', async () => {
    expect(await rows(`conditional=${day}&field=idTransaction::COUNT`)).toEqual([{ count: 5 }]);
  });
});

test.each([
  ['a wrong key', async () => ask('limit=1', { authorization: 'wrong' }), 410],
  ['a question in other words', async () => ask('filter=name::Ana'), 400],
  [
    'keys that may not query',
    async () => {
      await gateway.order({ fault: { kind: 'header-status', code: 530 }, times: 1, of: 'records' });
      return ask('limit=1');
    },
    530,
  ],
])('%s is refused by its code', async (_name, asking, code) => {
  const answer = await asking();
  expect([answer.status, JSON.parse(answer.text)]).toEqual([
    400,
    expect.objectContaining({ success: false, headerStatus: expect.objectContaining({ code }) as unknown }),
  ]);
});

test('a fault of the records meets no payment, and one of the payments no question', async () => {
  await gateway.order({ fault: { kind: 'http-502' }, times: 1, of: 'records' });
  await gateway.order({ fault: { kind: 'http-500' }, times: 1 });
  const received = gateway.status().received;
  expect((await ask('limit=1')).status).toBe(502);
  expect((await ask('limit=1')).status).toBe(200);
  expect(gateway.status()).toMatchObject({ received, active: { fault: { kind: 'http-500' } } });
  await gateway.order({ fault: { kind: 'none' }, times: null });
  expect((await send(gateway, { path, headers: jsonHeaders(gateway), body: '{}' })).status).toBe(405);
});
