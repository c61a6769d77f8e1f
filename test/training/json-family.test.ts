/** Family A of the training gateway, field by field over real TLS (service document, sections 2.1, 2.2, 4.1 and 7). */
import { describe, expect, test } from 'vitest';
import { type TrainingGateway } from '#electron/training/training-gateway.ts';
import {
  approvedMastercard,
  card,
  codOperOf,
  jsonHeaders,
  payJson,
  payment,
  referJson,
  send,
  sendJson,
  withTraining,
  type Json,
} from './wire-client.ts';
import { textsIn } from '#test/support/texts-in.ts';

let gateway: TrainingGateway;
// One payment is repeated here; refusals of repeated ones have tests of their own.
withTraining({ equalPayments: null }, (started) => (gateway = started));

const localTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;
const authorize = async (changes: Json = {}): Promise<string> =>
  String((await payJson(gateway, 'AUTH', changes)).data['codOper']);

describe('an approved payment', () => {
  test('an authorization is answered with the whole record of section 2.2', async () => {
    const before = Date.now();
    const answer = await payJson(gateway, 'AUTH');
    expect(answer.headerStatus).toEqual({ code: 200, description: 'Success' });
    expect(answer.success).toBe(true);
    expect(answer.serverTime).toMatch(localTime);
    // Local time is UTC-5 and carries no offset (field notes).
    expect(Math.abs(Date.parse(`${answer.serverTime}-05:00`) - before)).toBeLessThan(600_000);
    expect(answer.data).toMatchObject({
      authStatus: '00',
      cardType: 'VISA',
      type: 'VISA',
      totalPay: '30.0',
      requestPayAmount: 30,
      name: 'Ana Díaz',
      displayNum: '7001',
      operationType: 'AUTH',
      email: 'ana@example.org',
      status: 1,
    });
    expect(answer.data['date']).toMatch(localTime);
    expect(answer.data['codOper']).toMatch(/^SANDBOX_/);
    expect(answer.data['idtx']).toBeTypeOf('number');
    expect(answer.data['cardToken']).toMatch(/^[0-9A-F]{40}$/);
    expect(String(answer.data['returnUrl'])).toMatch(new RegExp(`^${gateway.origin}/receipts/`));
    expect(answer.data).not.toHaveProperty('idUsr');
  });

  test('a sale says MC for a MASTERCARD and names its user', async () => {
    const changes = { cardInformation: card({ cardNumber: approvedMastercard, cardType: 'MASTERCARD' }) };
    const { data } = await payJson(gateway, 'AUTH_CAPTURE', changes);
    expect(data).toMatchObject({ cardType: 'MC', type: 'MASTERCARD', operationType: 'AUTH_CAPTURE', status: 1 });
    expect([typeof data['userName'], typeof data['userLogn'], typeof data['idUsr']]).toEqual([
      'string',
      'string',
      'number',
    ]);
  });

  test.each(
    textsIn(`
    4059310181757001 | 4916012776136988 | 4716040174085053 | 4143766247546688 | 4929019201087046 | 5517747952039692
    5451819737278230 | 5161216979741515 | 5372362326060103 | 5527316088871226`),
  )('approves the published test card %s', async (cardNumber) => {
    const cardType = cardNumber.startsWith('4') ? 'VISA' : 'MASTERCARD';
    const body = payment(gateway, { cardInformation: card({ cardNumber, cardType }) });
    expect((await sendJson(gateway, 'AUTH_CAPTURE', body)).data['status']).toBe(1);
  });

  test('a payment takes every optional field, and amounts as exact text too', async () => {
    const answer = await payJson(gateway, 'AUTH', {
      amount: '999999999.99',
      taxAmount: '0',
      address: 'Calle 50',
      ipCheck: '186.72.1.9',
      lang: 'EN',
      additionalData: { sessionFraud: 'a1b2c3' },
      customFieldValues: [{ id: '1', nameOrLabel: 'Table', value: '12' }],
    });
    expect(answer.data['status']).toBe(1);
    expect(answer.data['totalPay']).toBe('999999999.99');
  });

  test('the risk facts vary from whole to missing', async () => {
    const shapes = new Set<string>();
    for (let count = 0; count < 8; count++) {
      const { data } = await payJson(gateway, 'AUTH');
      const info = data['binInfo'] as Json | null | undefined;
      shapes.add(info === undefined ? 'absent' : info === null ? 'null' : Object.keys(info).join());
    }
    expect(shapes.has('absent')).toBe(true);
    expect(shapes.has('null')).toBe(true);
    expect(shapes.size).toBeGreaterThanOrEqual(5);
  });

  test('a whole risk score is written with a decimal, as 55.0 is seen in the field', async () => {
    const texts: string[] = [];
    for (let count = 0; count < 3; count++) {
      const headers = jsonHeaders(gateway);
      const body = JSON.stringify(payment(gateway));
      texts.push((await send(gateway, { path: '/rest/processTx/AUTH', headers, body })).text);
    }
    expect(texts.some((text) => /"risk_score":\d+\.\d/.test(text))).toBe(true);
  });
});

describe('a card that is not approved', () => {
  test('a card of a bank outside e-commerce is declined in a successful envelope', async () => {
    const body = payment(gateway, { cardInformation: card({ cardNumber: '6013770095374264' }) });
    const answer = await sendJson(gateway, 'AUTH', body);
    expect([answer.success, answer.headerStatus.code]).toEqual([true, 200]);
    expect(answer.data).toMatchObject({
      status: 0,
      authStatus: '57',
      messageSys: 'BANK NOT AFFILIATED WITH E-COMMERCE',
      displayNum: '4264',
    });
  });

  test('a capture of a declined authorization is refused with 621', async () => {
    const codOper = await authorize({ cardInformation: card({ cardNumber: '6013770095374264' }) });
    const answer = await referJson(gateway, 'CAPTURE', codOper);
    expect([answer.headerStatus.code, answer.success]).toEqual([621, false]);
  });
});

describe('a capture', () => {
  test('a capture has a codOper of its own and the authorization as relatedTx', async () => {
    const codOper = await authorize();
    const { data, success } = await referJson(gateway, 'CAPTURE', codOper);
    expect(success).toBe(true);
    expect(data).toMatchObject({ status: 1, operationType: 'CAPTURE', relatedTx: codOper, totalPay: '30.0' });
    expect(data['codOper']).not.toBe(codOper);
  });

  test('an unknown codOper is answered exactly as section 7 shows it', async () => {
    const answer = await referJson(gateway, 'CAPTURE', 'SANDBOX_NOBODY');
    expect(answer).toMatchObject({
      headerStatus: { code: 620, description: 'INVALID RELATED TX' },
      message: null,
      data: [],
      success: false,
    });
  });

  test('an authorization is captured once: 622 for the second and for a sale, 620 for a capture', async () => {
    const codOper = await authorize();
    const first = await referJson(gateway, 'CAPTURE', codOper);
    expect((await referJson(gateway, 'CAPTURE', codOper)).headerStatus.code).toBe(622);
    expect((await referJson(gateway, 'CAPTURE', codOperOf(first))).headerStatus.code).toBe(620);
    const sale = await payJson(gateway, 'AUTH_CAPTURE');
    expect((await referJson(gateway, 'CAPTURE', codOperOf(sale))).headerStatus.code).toBe(622);
  });

  test('a capture takes less than was authorized; more is refused and leaves the authorization open', async () => {
    const codOper = await authorize();
    const more = await referJson(gateway, 'CAPTURE', codOper, { amount: 30.01 });
    expect(more.headerStatus.code).toBe(604);
    const less = await referJson(gateway, 'CAPTURE', codOper, { amount: 12.5 });
    expect(less.data).toMatchObject({ status: 1, totalPay: '12.5', requestPayAmount: 12.5 });
  });
});
