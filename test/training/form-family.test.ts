/** Family B of the training gateway, field by field over real TLS (service document, sections 2.3, 2.4, 4.2 and 7). */
import { describe, expect, test } from 'vitest';
import { startTrainingGateway, type TrainingGateway } from '#electron/training/training-gateway.ts';
import {
  approvedMastercard,
  formHeaders,
  formPayment,
  payForm,
  secretHash,
  send,
  sendForm,
  withTraining,
  type Json,
} from './wire-client.ts';

let gateway: TrainingGateway;
// One payment is repeated here; refusals of repeated ones have tests of their own.
withTraining({ equalPayments: null }, (started) => (gateway = started));

const capture = (token: unknown, changes: Readonly<Record<string, string>> = {}): Record<string, string> => ({
  CCLW: gateway.cclw,
  txType: 'CAPT',
  CMTN: '30.00',
  AuthRefNum: String(token),
  ...changes,
});
const authorize = async (changes: Readonly<Record<string, string>> = {}): Promise<Json> =>
  payForm(gateway, 'AUTH', changes);

describe('an answer', () => {
  test('an answer of family B carries every field of section 2.4, as plain text', async () => {
    const body = new URLSearchParams(formPayment(gateway, 'SALE')).toString();
    const answer = await send(gateway, { path: '/rest/ccprocessing', headers: formHeaders, body });
    expect(answer.headers['content-type']).toBe('text/plain;charset=utf-8');
    expect(JSON.parse(answer.text)).toEqual({
      Status: 'Approved',
      Amount: '30.0',
      RespText: 'APPROVED',
      RespCode: '00',
      AUTH_TOKEN: expect.stringMatching(/^SANDBOX_[0-9A-F]{32}$/) as string,
      CODOPER: expect.stringMatching(/^SANDBOX_/) as string,
      Date: expect.stringMatching(/^(0[1-9]|1[0-2])([0-2]\d|3[01])\d{2}$/) as string,
      Time: expect.stringMatching(/^([01]\d|2[0-3])[0-5]\d[0-5]\d$/) as string,
      CardType: 'VISA',
      Name: 'Ana',
      LastName: 'Díaz',
      Email: 'ana@example.org',
    });
  });

  test('an answer of family B says MC for a MASTERCARD', async () => {
    expect(await authorize({ CCNum: approvedMastercard })).toMatchObject({ Status: 'Approved', CardType: 'MC' });
  });

  test('a decline has an amount of 0.0, a code other than 00 and a reason', async () => {
    expect(await authorize({ CCNum: '6013770095374264' })).toMatchObject({
      Status: 'Declined',
      Amount: '0.0',
      RespCode: '57',
      RespText: 'BANK NOT AFFILIATED WITH E-COMMERCE',
    });
  });

  test('some approvals carry odd texts and dashes seen in the field, which decide nothing', async () => {
    const texts = new Set<unknown>();
    const names = new Set<unknown>();
    for (let count = 0; count < 5; count++) {
      const answer = await authorize();
      expect([answer['Status'], answer['RespCode']]).toEqual(['Approved', '00']);
      texts.add(answer['RespText']);
      names.add(answer['Name']);
    }
    expect(texts).toContain('NO MATCH');
    expect(names).toContain('-');
  });
});

describe('a capture', () => {
  test('a capture takes the AUTH_TOKEN, without card or hash, and only once', async () => {
    const authorization = await authorize();
    const first = await sendForm(gateway, capture(authorization['AUTH_TOKEN']));
    expect(first).toMatchObject({ Status: 'Approved', Amount: '30.0', RespCode: '00' });
    expect(first['CODOPER']).not.toBe(authorization['CODOPER']);
    expect(await sendForm(gateway, capture(authorization['AUTH_TOKEN']))).toEqual({
      error: 'TX WAS CAPTURED',
    });
    expect(gateway.ledger().filter(({ relatedTx }) => relatedTx === authorization['CODOPER'])).toHaveLength(1);
  });

  test('a capture takes a description too, and less than was authorized', async () => {
    const { AUTH_TOKEN: token } = await authorize();
    const answer = await sendForm(gateway, capture(token, { CMTN: '10.5', CDSC: 'Shipped' }));
    expect(answer).toMatchObject({ Status: 'Approved', Amount: '10.5' });
  });

  test.each([
    ['an unknown token', () => capture('NOBODY'), 'INVALID RELATED TX'],
    ['a missing token', () => capture(''), 'missing arguments: AuthRefNum'],
    [
      'a card number, which a capture has not',
      () => capture('X', { CCNum: '1' }),
      'not a field of this operation: CCNum',
    ],
  ])('a capture with %s is answered with an error', async (_what, fields, error) => {
    expect(await sendForm(gateway, fields())).toEqual({ error });
  });

  test('a capture of more than was authorized or of a declined authorization is refused', async () => {
    const approved = await authorize();
    expect(await sendForm(gateway, capture(approved['AUTH_TOKEN'], { CMTN: '30.01' }))).toEqual({
      error: 'CMTN above the authorized amount',
    });
    const declined = await authorize({ CCNum: '6013770095374264' });
    expect(await sendForm(gateway, capture(declined['AUTH_TOKEN']))).toEqual({ error: 'TX IS DECLINE' });
  });

  test('the token is read from the field that the merchant was told', async () => {
    const other = await startTrainingGateway({ captureTokenField: 'AuthToken' });
    try {
      const { AUTH_TOKEN: token } = await payForm(other, 'AUTH');
      const fields = { CCLW: other.cclw, txType: 'CAPT', CMTN: '30.00', AuthToken: String(token) };
      expect(await sendForm(other, fields)).toMatchObject({ Status: 'Approved' });
    } finally {
      await other.close();
    }
  });
});

describe('a request that is refused', () => {
  const long = (length: number): string => 'x'.repeat(length);
  const cases: readonly (readonly [string, Readonly<Record<string, string | undefined>>, string])[] = [
    ['a wrong web code', { CCLW: 'ABC' }, 'Wrong Access Data/Company processing not authorized'],
    ['an unknown txType', { txType: 'VOID' }, 'txType not valid'],
    ['a missing hash', { SecretHash: undefined }, 'missing arguments: SecretHash'],
    ['an amount with a comma', { CMTN: '1,234.50' }, 'CMTN format fail check'],
    ['an amount with three decimals', { CMTN: '1.005' }, 'CMTN format fail check'],
    ['an amount below the minimum', { CMTN: '0.99' }, 'CMTN below minimum'],
    ['a card number that is too short', { CCNum: '405931018175' }, 'credit card number lenght fail check'],
    ['a card number with spaces', { CCNum: '4059 3101 8175 7001' }, 'credit card number lenght fail check'],
    ['a card number that fails the Luhn check', { CCNum: '4059310181757002' }, 'credit card number fail check'],
    ['a month of one digit', { ExpMonth: '1' }, 'expiration date fail check'],
    ['a year in the past', { ExpYear: '20' }, 'expiration date fail check'],
    ['a year of three digits', { ExpYear: '039' }, 'ExpYear fail check'],
    ['a security code of two digits', { CVV2: '12' }, 'CVV2 fail check'],
    ['a first name of 26 characters', { Name: long(26) }, 'Name lenght fail check'],
    ['a last name of 26 characters', { LastName: long(26) }, 'LastName lenght fail check'],
    ['an e-mail without a host', { Email: 'ana@' }, 'Email fail check'],
    ['a phone with a plus sign', { Tel: '+507' }, 'Tel fail check'],
    ['an address of 101 characters', { Address: long(101) }, 'Address lenght fail check'],
    ['a description of 151 characters', { CDSC: long(151) }, 'CDSC lenght fail check'],
    ['a hash of something else', { SecretHash: 'ab'.repeat(64) }, 'SecretHash fail check'],
    ['a field that does not exist', { TaxAmount: '1.00' }, 'not a field of this operation: TaxAmount'],
  ];
  test.each(cases)(
    'a request with %s is answered with an error and reserves nothing',
    async (_what, changes, error) => {
      const { processed } = gateway.status();
      expect(await payForm(gateway, 'AUTH', changes)).toEqual({ error });
      expect(gateway.status().processed).toBe(processed);
    },
  );

  test('a request without an Accept header fails with an HTTP error', async () => {
    const headers = { 'content-type': formHeaders['content-type'] };
    const body = new URLSearchParams(formPayment(gateway, 'SALE')).toString();
    const { processed } = gateway.status();
    expect((await send(gateway, { path: '/rest/ccprocessing', headers, body })).status).toBe(500);
    expect(gateway.status().processed).toBe(processed);
  });

  test.each([
    ['bare bytes of UTF-8', 'CDSC=caf\u00e9', 'form values are not percent-encoded'],
    ['a percent sign of its own', 'CDSC=10%', 'form values are not percent-encoded'],
    ['a field sent twice', 'CCLW=A&CCLW=B', 'field sent twice: CCLW'],
  ])('the gateway refuses %s', async (_what, body, error) => {
    const answer = await send(gateway, { path: '/rest/ccprocessing', headers: formHeaders, body });
    expect(JSON.parse(answer.text)).toEqual({ error });
  });

  test('JSON is refused where a form is expected', async () => {
    const headers = { accept: '*/*', 'content-type': 'application/json' };
    const answer = await send(gateway, { path: '/rest/ccprocessing', headers, body: '{}' });
    expect(JSON.parse(answer.text)).toEqual({ error: 'form content type expected' });
  });
});

describe('what merchants do differently', () => {
  test('the hash is taken in upper case, the year with four digits, the path with a trailing slash', async () => {
    const fields = formPayment(gateway, 'SALE', { ExpYear: '2039' });
    const body = new URLSearchParams({ ...fields, SecretHash: secretHash(fields).toUpperCase() }).toString();
    const answer = await send(gateway, { path: '/rest/ccprocessing/', headers: formHeaders, body });
    expect((JSON.parse(answer.text) as Json)['Status']).toBe('Approved');
  });

  test('the authorization header may be sent when it is the right one', async () => {
    const body = new URLSearchParams(formPayment(gateway, 'SALE')).toString();
    for (const [authorization, shape] of [
      [gateway.apiKey, 'Status'],
      ['WRONG|KEY', 'error'],
    ] as const) {
      const headers = { ...formHeaders, authorization };
      const answer = await send(gateway, { path: '/rest/ccprocessing', headers, body });
      expect(JSON.parse(answer.text)).toHaveProperty(shape);
    }
  });

  test('every character arrives through percent-encoding', async () => {
    const description = '&=+%ñ😀 "quoted" <b>';
    await payForm(gateway, 'SALE', { CDSC: description });
    expect(gateway.ledger().at(-1)?.description).toBe(description);
  });
});
