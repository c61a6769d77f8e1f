/** The six operations over real TLS 1.3: exactly the fields of the service's document, once. */
import { beforeEach, describe, expect, test } from 'vitest';
import { gatewayFor } from '#test/gateway/support/gateway-for.ts';
import {
  approvedForm,
  approvedJson,
  approvedSale,
  apiKey,
  capture,
  cclw,
  accountAt,
  payment,
} from '#test/gateway/support/merchant.ts';
import { json, type TestService } from '#test/gateway/support/test-service.ts';

let service: TestService;
const gateway = gatewayFor(json(null), (started) => (service = started));

const hash = // of 4059310181757001, 003, example@example.org; computed with `sha512sum`
  '364d9095bec946857a34c56e846c3a8bd790dad08dcb6809767be567ca1679a4e01df4bf1a0c736df56fdc8af28633297ddf6c24f13c1d3f5d80b986f3466132';
const cardInformation = {
  cardNumber: '4059310181757001',
  expMonth: '09',
  expYear: '31',
  cvv: '003',
  firstName: 'María',
  lastName: 'Núñez',
  cardType: 'VISA',
};
const complete = {
  ...payment,
  address: 'Vía España 1',
  ipCheck: '203.0.113.7',
  lang: 'EN',
  customFieldValues: [{ id: 'table', nameOrLabel: 'Table', value: '12' }],
  deviceSession: 'session-9',
} as const;

describe('family A', () => {
  beforeEach(() => {
    service.answer = json(approvedJson());
  });

  test('AUTH sends its required fields, the amounts as exact decimals, and nothing else', async () => {
    const answer = await gateway.authorize(accountAt(service.origin), 'json', payment);
    expect(service.seen).toHaveLength(1);
    const [seen] = service.seen;
    expect(seen?.method).toBe('POST');
    expect(seen?.path).toBe('/rest/processTx/AUTH');
    expect(seen?.headers).toEqual({
      host: `localhost:${service.port}`,
      connection: 'keep-alive',
      'user-agent': 'caja/test',
      authorization: apiKey,
      'content-type': 'application/json',
      accept: '*/*',
      'content-length': String(Buffer.byteLength(seen?.body ?? '')),
    });
    expect(seen?.body).toBe(
      `{"cclw":"${cclw}","amount":1234.50,"taxAmount":80.76,"email":"example@example.org","phone":"50760201236",` +
        `"concept":"Order 17","description":"Two chairs","cardInformation":${JSON.stringify(cardInformation)}}`,
    );
    expect(answer).toMatchObject({
      outcome: 'approved',
      answeredAmount: 123_450,
      receiptUrl: 'https://pay.example.org/receipt/1',
      references: { codOper: 'SANDBOX_LK-17', idtx: '99123', cardToken: 'tok-1', authToken: null, relatedTx: null },
      service: {
        code: '200',
        text: 'VER UNAVAILBLE',
        authStatus: '00',
        serverTime: '2026-11-20T10:00:00',
        httpStatus: 200,
      },
    });
  });

  test('AUTH sends every optional field that was given, the device session under the key of the merchant', async () => {
    await gateway.authorize(accountAt(service.origin, { merchant: { fingerprintKey: 'deviceId' } }), 'json', complete);
    expect(JSON.parse(service.seen[0]?.body ?? '')).toEqual({
      cclw,
      amount: 1234.5,
      taxAmount: 80.76,
      email: 'example@example.org',
      phone: '50760201236',
      address: 'Vía España 1',
      concept: 'Order 17',
      description: 'Two chairs',
      ipCheck: '203.0.113.7',
      lang: 'EN',
      customFieldValues: [{ id: 'table', nameOrLabel: 'Table', value: '12' }],
      additionalData: { deviceId: 'session-9' },
      cardInformation,
    });
  });

  test('AUTH_CAPTURE sends the same but never additionalData', async () => {
    service.answer = json(approvedSale());
    const answer = await gateway.sell(accountAt(service.origin), 'json', complete);
    expect(service.seen[0]?.path).toBe('/rest/processTx/AUTH_CAPTURE');
    const sent = JSON.parse(service.seen[0]?.body ?? '') as Record<string, unknown>;
    expect(Object.keys(sent)).not.toContain('additionalData');
    expect(sent).toMatchObject({ address: 'Vía España 1', cardInformation });
    expect(answer.outcome).toBe('approved');
  });

  test('CAPTURE sends its four fields and keeps its own codOper apart from the authorization', async () => {
    service.answer = json(
      approvedJson({ operationType: 'CAPTURE', codOper: 'SANDBOX_LK-18', relatedTx: 'SANDBOX_LK-17' }),
    );
    const answer = await gateway.capture(accountAt(service.origin), 'json', capture);
    expect(service.seen[0]?.path).toBe('/rest/processTx/CAPTURE');
    expect(service.seen[0]?.body).toBe(
      `{"cclw":"${cclw}","amount":1234.50,"codOper":"SANDBOX_LK-17","description":"Shipped"}`,
    );
    expect(answer).toMatchObject({
      outcome: 'approved',
      references: { codOper: 'SANDBOX_LK-18', relatedTx: 'SANDBOX_LK-17' },
    });
  });

  test('a payment without a language is sent without one, since the operator chose so', async () => {
    await gateway.sell(accountAt(service.origin, { merchant: { lang: 'ES' } }), 'json', payment);
    expect(JSON.parse(service.seen[0]?.body ?? '')).not.toHaveProperty('lang');
  });

  test('a base address with a path and a trailing slash keeps its path', async () => {
    await gateway.sell(accountAt(`${service.origin}/gate/`), 'json', payment);
    expect(service.seen[0]?.path).toBe('/gate/rest/processTx/AUTH_CAPTURE');
  });

  test.each([
    ['no API key', accountAt('https://localhost:1', { secrets: { apiKey: null } }), capture],
    ['an API key that no header can carry', accountAt('https://localhost:1', { secrets: { apiKey: 'a\nb' } }), capture],
    ['no codOper', accountAt('https://localhost:1'), { ...capture, codOper: null }],
  ])('a payment with %s is not sent', async (_name, account, wanted) => {
    expect(await gateway.capture(account, 'json', wanted)).toMatchObject({
      outcome: 'not-sent',
      cause: 'configuration',
    });
  });
});

describe('family B', () => {
  beforeEach(() => {
    service.answer = json(approvedForm());
  });
  const fields = () => Object.fromEntries(new URLSearchParams(service.seen[0]?.body));

  test.each([
    ['AUTH', 'authorize'],
    ['SALE', 'sell'],
  ] as const)('%s sends its fields with the SecretHash and no authorization header', async (txType, operation) => {
    const answer = await gateway[operation](accountAt(service.origin), 'form', payment);
    expect(service.seen).toHaveLength(1);
    const [seen] = service.seen;
    expect(seen?.path).toBe('/rest/ccprocessing');
    expect(seen?.headers).toEqual({
      host: `localhost:${service.port}`,
      connection: 'keep-alive',
      'user-agent': 'caja/test',
      'content-type': 'application/x-www-form-urlencoded',
      accept: '*/*',
      'content-length': String(seen?.body.length),
    });
    expect(fields()).toEqual({
      CCLW: cclw,
      txType,
      CMTN: '1234.50',
      CDSC: 'Two chairs',
      CCNum: '4059310181757001',
      ExpMonth: '09',
      ExpYear: '31',
      CVV2: '003',
      Name: 'María',
      LastName: 'Núñez',
      Email: 'example@example.org',
      Tel: '50760201236',
      SecretHash: hash,
    });
    expect(answer).toMatchObject({
      outcome: 'approved',
      answeredAmount: 123_450,
      references: { authToken: 'TOKEN-17', codOper: 'LK-17' },
      service: { code: '00', text: 'NO MATCH', serverTime: '112026 100000' },
    });
  });

  test('CAPT sends the token in the field of the merchant, with no card and no hash', async () => {
    const answer = await gateway.capture(accountAt(service.origin), 'form', capture);
    expect(service.seen[0]?.body).toBe(`CCLW=${cclw}&txType=CAPT&CMTN=1234.50&AuthRefNum=TOKEN-17`);
    expect(answer.outcome).toBe('approved');
    await gateway.capture(
      accountAt(service.origin, { merchant: { captureTokenField: 'AUTH_TOKEN' } }),
      'form',
      capture,
    );
    expect(service.seen[1]?.body).toBe(`CCLW=${cclw}&txType=CAPT&CMTN=1234.50&AUTH_TOKEN=TOKEN-17`);
  });

  test('the settings of the merchant: upper-case hash, four-digit year, authorization header, address', async () => {
    const account = accountAt(service.origin, {
      merchant: { hashCase: 'upper', formExpYearDigits: 4, formAuthorizationHeader: true },
    });
    for (const operation of ['sell', 'authorize'] as const) {
      service.seen.splice(0);
      await gateway[operation](account, 'form', { ...payment, address: 'Calle 1 & 2' });
      expect(service.seen[0]?.headers.authorization).toBe(apiKey);
      expect(fields()).toMatchObject({ ExpYear: '2031', SecretHash: hash.toUpperCase(), Address: 'Calle 1 & 2' });
    }
  });

  test.each([
    ['no token', accountAt('https://localhost:1'), { ...capture, authToken: null }],
    [
      'a token field that would overwrite the amount',
      accountAt('https://localhost:1', { merchant: { captureTokenField: 'CMTN' } }),
      capture,
    ],
    [
      'no API key where the merchant wants the header',
      accountAt('https://localhost:1', { merchant: { formAuthorizationHeader: true }, secrets: { apiKey: null } }),
      capture,
    ],
  ])('a payment with %s is not sent', async (_name, account, wanted) => {
    expect(await gateway.capture(account, 'form', wanted)).toMatchObject({
      outcome: 'not-sent',
      cause: 'configuration',
    });
  });
});

describe('the records', () => {
  const account = () => accountAt(service.origin, { merchant: { recordsUrl: `${service.origin}/admin/` } });
  const within = { from: '2026-11-21T00:00:00', to: '2026-11-22T00:00:00' } as const;
  const between = 'conditional=dateTms%24bt2026-11-21T00%3A00%3A00%3A%3A2026-11-22T00%3A00%3A00';

  test.each([
    [{ by: 'reference', reference: 'CJ-0123456789' }, 'conditional=customFields%24lk%25CJ-0123456789%25'],
    [{ by: 'codOper', codOper: 'SANDBOX_LK-17' }, 'filter=codOper%3A%3ASANDBOX_LK-17'],
    [{ by: 'email', email: 'a+b@example.org', ...within }, `filter=email%3A%3Aa%2Bb%40example.org&${between}`],
    [{ by: 'time', ...within }, between],
  ] as const)('are asked for by %o, the newest first and page by page, and counted', async (question, asked) => {
    await gateway.records.ask(account(), question);
    await gateway.records.ask(account(), question, { limit: 100, offset: 200 });
    await gateway.records.count(account(), question);
    const path = `/admin/PFManagementServices/api/v1/MerchantTransactions?${asked}`;
    expect(service.seen.map((seen) => seen.path)).toEqual([
      `${path}&sort=-dateTms&limit=50`,
      `${path}&sort=-dateTms&limit=100&offset=200`,
      `${path}&field=idTransaction%3A%3ACOUNT`,
    ]);
    for (const { method, headers, body } of service.seen) {
      expect([method, body]).toEqual(['GET', '']);
      expect(headers).toEqual({
        host: `localhost:${service.port}`,
        connection: 'keep-alive',
        'user-agent': 'caja/test',
        authorization: apiKey,
        accept: 'application/json',
      });
    }
  });
});
