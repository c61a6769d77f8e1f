/**
 * Tolerant mode: requests as clients in the field send them go through over real TLS, and are refused in strict mode. The shapes
 * are those of public clients; the words are ours.
 */
import { describe, expect, test } from 'vitest';
import type { TrainingGateway } from '#electron/training/training-gateway.ts';
import {
  approvedMastercard,
  approvedVisa,
  captureOf,
  card,
  formHeaders,
  formPayment,
  jsonHeaders,
  payForm,
  payJson,
  payment,
  secretHash,
  send,
  sendForm,
  sendJson,
  withTraining,
  type Envelope,
  type Json,
} from './wire-client.ts';

let tolerant: TrainingGateway;
let strict: TrainingGateway;
withTraining({ tolerant: true, equalPayments: null }, (started) => (tolerant = started));
withTraining({ equalPayments: null }, (started) => (strict = started));

/** Posts a body of family A as text to any path under any host. */
async function post(gateway: TrainingGateway, path: string, body: string, headers: Json = {}): Promise<Envelope> {
  const all = { ...jsonHeaders(gateway), ...headers } as Record<string, string>;
  return JSON.parse((await send(gateway, { path, headers: all, body })).text) as Envelope;
}

describe('the integration steps of a client', () => {
  test('a typed library: months of one digit, the fields of a payment on its capture', async () => {
    const cardInformation = { ...libraryCard };
    const common = {
      taxAmount: 0,
      email: 'testemail@example.org',
      phone: '6123456789',
      concept: 'testing',
      lang: 'ES',
    };
    const request = (type: string, amount: number, rest: Json): Promise<Envelope> =>
      post(
        tolerant,
        `/rest/processTx/${type}`,
        JSON.stringify({ cclw: tolerant.cclw, amount, ...common, description: `testing ${type}`, ...rest }),
        { accept: 'application/json, text/plain, */*' },
      );
    expect((await request('AUTH', 1, { cardInformation })).success).toBe(true);
    const held = await request('AUTH', 2, { cardInformation });
    const captured = await request('CAPTURE', 2, { codOper: held.data['codOper'] });
    expect([captured.success, captured.data['status'], captured.data['relatedTx']]).toEqual([
      true,
      1,
      held.data['codOper'],
    ]);
    const sold = await request('AUTH_CAPTURE', 3, { cardInformation });
    expect([sold.success, sold.data['totalPay'], sold.data['displayNum']]).toEqual([true, '3.0', '9692']);
  });

  test('a billing module: brands as words, amounts as text, custom fields with numbers and without values', async () => {
    const body = (amount: string, description: string): string => `{"cclw":"${tolerant.cclw}","amount":"${amount}",
      "taxAmount":0.0,"email":"ana@example.org","phone":"+507.60201236","address":"Calle 50   PA","concept":"${description}",
      "description":"${description}","customFieldValues":[{"id":"idInvoiceId","nameOrLabel":"Invoice Id","value":17},
      {"id":"idAddress2","nameOrLabel":"Address 2","value":""},{"id":"idPostCode","nameOrLabel":"Postal","value":null}],
      "cardInformation":{"cardNumber":"${approvedMastercard}","expMonth":"01","expYear":"39","cvv":"123","firstName":"Ana",
      "lastName":"Diaz","cardType":"MasterCard"}}`;
    const held = await post(tolerant, '/rest/processTx/AUTH', body('30.00', 'Invoice'));
    expect([held.success, held.data['cardType']]).toEqual([true, 'MC']);
    expect((await post(tolerant, '/rest/processTx/AUTH_CAPTURE', body('12.5', 'Invoice 2'))).data['totalPay']).toBe(
      '12.5',
    );
  });

  test('a shop plugin: a capture with its total as text', async () => {
    const held = await payJson(tolerant, 'AUTH');
    const capture = captureOf(tolerant, held.data['codOper'], { amount: '30.00', description: 'Order Nro.17' });
    expect((await sendJson(tolerant, 'CAPTURE', capture)).data['status']).toBe(1);
  });

  test('a page of a shop: double slashes, a slash at the end, its telephone as a number, a brand not chosen', async () => {
    const body = payment(tolerant, { phone: 60201236, concept: '-52', cardInformation: card({ cardType: '-' }) });
    const answer = await post(tolerant, '//rest/processTx/AUTH_CAPTURE/', JSON.stringify(body));
    expect([answer.success, answer.data['type']]).toEqual([true, 'VISA']);
  });

  test('a server under the service’s own name: custom fields as lists, floats with an artefact, 3-D Secure keys', async () => {
    const body = payment(tolerant, {
      amount: 13.100000000000001,
      taxAmount: 0.1 + 0.2,
      customFieldValues: [['invoiceId', 'invoiceId', 'INV-1']],
      resultType: 'WEB_REDIRECT',
      returnUrlString: 'http://shop.example.org/back',
    });
    const sell = (request: Json): Promise<Envelope> =>
      post(tolerant, '/rest/processTx/AUTH_CAPTURE', JSON.stringify(request), { host: 'sandbox.example.org' });
    const answer = await sell(body);
    expect([answer.success, answer.data['totalPay']]).toEqual([true, '13.1']);
    const { processed } = tolerant.status();
    const challenge = await sell({ ...body, isForm: true });
    expect([challenge.success, Object.keys(challenge.data)]).toEqual([true, ['url3DSRef']]);
    expect(tolerant.status().processed).toBe(processed);
  });

  test('a library of the form family: dashes for what it doesn’t know, and a capture by reference', async () => {
    const fields = formPayment(tolerant, 'AUTH', { CMTN: '33.3', Email: '-', Tel: '-', Address: '-', LastName: '-' });
    const held = await sendForm(tolerant, fields);
    expect(held).toMatchObject({ Status: 'Approved', Amount: '33.3' });
    const capture = { CCLW: tolerant.cclw, txType: 'CAPT', CMTN: '33.3', AuthRefNum: String(held['AUTH_TOKEN']) };
    expect(await sendForm(tolerant, capture)).toMatchObject({ Status: 'Approved', Amount: '33.3' });
  });

  test('a script of the form family: TxType, Ip, a month of one digit, blanks as plus signs', async () => {
    const { txType, ...fields } = formPayment(tolerant, 'SALE', {
      ExpMonth: '6',
      ExpYear: '2039',
      Tel: '+507 6020-1236',
    });
    const all = { ...fields, TxType: txType ?? '', Ip: '192.168.0.1', SecretHash: secretHash(fields).toUpperCase() };
    const body = new URLSearchParams(all).toString();
    const answer = await send(tolerant, { path: '/rest/ccprocessing/', headers: formHeaders, body });
    expect(JSON.parse(answer.text)).toMatchObject({ Status: 'Approved', CardType: 'VISA' });
  });

  test('a script of the form family: nothing percent-encoded', async () => {
    const fields = formPayment(tolerant, 'SALE', { CDSC: 'Café con leche 100 %', Tel: '60201236' });
    const body = Object.entries(fields)
      .map(([name, value]) => `${name}=${value}`)
      .join('&');
    const answer = async (gateway: TrainingGateway): Promise<unknown> =>
      JSON.parse((await send(gateway, { path: '/rest/ccprocessing', headers: formHeaders, body })).text);
    expect(await answer(tolerant)).toMatchObject({ Status: 'Approved' });
    expect(tolerant.ledger().at(-1)?.description).toBe('Café con leche 100 %');
    expect(await answer(strict)).toEqual({ error: 'form values are not percent-encoded' });
  });

  test.each([
    ['json', 'Auth-Capt', 'AUTH_CAPTURE'],
    ['json', 'auth_capture', 'AUTH_CAPTURE'],
    ['json', 'Auth', 'AUTH'],
    ['form', 'Sale', 'SALE'],
    ['form', 'AUTH_CAPTURE', 'SALE'],
  ] as const)(
    'in family %s the type %s is %s, and strict mode knows none of that name',
    async (family, type, named) => {
      if (family === 'json') {
        expect((await payJson(tolerant, type)).data['operationType']).toBe(named);
        expect((await payJson(strict, type)).headerStatus.code).toBe(624);
      } else {
        expect(await payForm(tolerant, type)).toMatchObject({ Status: 'Approved' });
        expect(await payForm(strict, type)).toEqual({ error: 'txType not valid' });
      }
      expect(tolerant.ledger().at(-1)?.operation).toBe(named);
    },
  );

  test.each(['REFUND', 'refund-now', 'x%20y', 'x'.repeat(40)])(
    'the unknown type %j is answered as one in both modes, not as a page that is missing',
    async (type) => {
      for (const gateway of [tolerant, strict]) {
        expect((await payJson(gateway, type)).headerStatus.code).toBe(624);
      }
    },
  );

  test('cents are taken in tolerant mode and below the minimum in strict mode', async () => {
    expect((await payJson(tolerant, 'AUTH', { amount: 0.1, taxAmount: 0 })).data['totalPay']).toBe('0.1');
    expect((await payJson(strict, 'AUTH', { amount: 0.1, taxAmount: 0 })).headerStatus.code).toBe(603);
  });
});

const libraryCard = {
  cardNumber: approvedMastercard,
  expMonth: '1',
  expYear: '39',
  cvv: '123',
  firstName: 'FirstName',
  lastName: 'LastName',
  cardType: 'MASTERCARD',
};

describe('one liberty of clients in family A', () => {
  const withCard = (changes: Json): Json => ({ cardInformation: card(changes) });
  const liberties: readonly (readonly [string, Json | ((gateway: TrainingGateway) => Json)])[] = [
    ['an unknown key', { METHOD: 'CC' }],
    ['an unknown key of the card', withCard({ cardHolder: 'Ana' })],
    ['a month of one digit', withCard({ expMonth: '1' })],
    ['a month and a year as numbers', withCard({ expMonth: 1, expYear: 39 })],
    ['a year of four digits', withCard({ expYear: '2039' })],
    ['no card type', withCard({ cardType: undefined })],
    ['the card type MC', withCard({ cardNumber: approvedMastercard, cardType: 'MC' })],
    ['a card number in groups', withCard({ cardNumber: '4059 3101 8175 7001' })],
    ['a card number as a number', withCard({ cardNumber: Number(approvedVisa) })],
    ['a number in a custom field', { customFieldValues: [{ id: '1', nameOrLabel: 'Table', value: 12 }] }],
    ['an IP address of version 6', { ipCheck: '2001:db8::1' }],
    ['a language in small letters', { lang: 'es' }],
    ['a telephone as people write it', { phone: '+507 6020-1236' }],
    ['a key of null', { address: null }],
    ['more than two decimals', { amount: '30.004' }],
    ['a merchant code with a blank behind', ({ cclw }) => ({ cclw: `${cclw} ` })],
    ['a name of one word', withCard({ lastName: '' })],
    ['a name in one field', withCard({ firstName: 'Ana María Díaz', lastName: undefined })],
  ];
  test.each(liberties)('%s is taken in tolerant mode and refused in strict mode', async (_what, changes) => {
    const changed = (gateway: TrainingGateway): Json =>
      payment(gateway, typeof changes === 'function' ? changes(gateway) : changes);
    expect((await sendJson(tolerant, 'AUTH', changed(tolerant))).data['status']).toBe(1);
    expect((await sendJson(strict, 'AUTH', changed(strict))).success).toBe(false);
    const { amount } = tolerant.ledger().at(-1) ?? {};
    expect(amount).toBe('30.00');
  });

  test.each(['lang', 'customFieldValues', 'taxAmount', 'email', 'phone', 'concept', 'METHOD'])(
    'the field %s on a capture is taken in tolerant mode and refused in strict mode',
    async (name) => {
      const outcomes: unknown[] = [];
      for (const gateway of [tolerant, strict]) {
        const held = await payJson(gateway, 'AUTH');
        const { [name]: value = 'x' } = payment(gateway, { lang: 'ES', customFieldValues: [] });
        const body = captureOf(gateway, held.data['codOper'], { [name]: value });
        outcomes.push((await sendJson(gateway, 'CAPTURE', body)).success);
      }
      expect(outcomes).toEqual([true, false]);
    },
  );
});

test.each([
  ['TxType', { TxType: 'SALE', txType: undefined }],
  ['Ip', { Ip: '192.168.0.1' }],
  ['a month of one digit', { ExpMonth: '1' }],
  ['a dash as e-mail', { Email: '-' }],
  ['a dash as telephone', { Tel: '-' }],
  ['a telephone as people write it', { Tel: '+507 6020-1236' }],
  ['a name in one field', { Name: 'Ana Díaz', LastName: '' }],
  ['an unknown field', { METHOD: 'CC' }],
  ['an empty unknown field', { returnUrl: '' }],
] as const)('%s in family B is taken in tolerant mode and refused in strict mode', async (_what, changes) => {
  expect(await payForm(tolerant, 'SALE', changes)).toMatchObject({ Status: 'Approved' });
  expect(await payForm(strict, 'SALE', changes)).toHaveProperty('error');
});

describe('tolerant mode still refuses', () => {
  test.each([
    ['a wrong web code', { cclw: 'ABC' }, 600],
    ['no amount', { amount: undefined }, 602],
    ['an amount in words', { amount: 'ten' }, 300],
    ['a negative amount', { amount: -5 }, 300],
    ['thousands', { amount: '1,234.50' }, 300],
    ['an amount of nothing', { amount: '0.004' }, 603],
    ['a card number that fails its check', { cardInformation: card({ cardNumber: '4059310181757002' }) }, 605],
    ['a card type of another brand', { cardInformation: card({ cardType: 'MC' }) }, 607],
    ['a month 13', { cardInformation: card({ expMonth: '13' }) }, 651],
    ['an expired card', { cardInformation: card({ expYear: '2020' }) }, 651],
    ['a dash as the e-mail', { email: '-' }, 608],
    ['a text as the IP address', { ipCheck: 'my address' }, 300],
    ['custom fields that are no list', { customFieldValues: 'x' }, 300],
    ['a card that is no object', { cardInformation: 'x' }, 300],
  ] as const)('%s in family A', async (_what, changes, code) => {
    const answer = await payJson(tolerant, 'AUTH', changes);
    expect([answer.success, answer.headerStatus.code]).toEqual([false, code]);
  });

  test('a wrong key, and a wrong hash or no Accept header in family B', async () => {
    const body = JSON.stringify(payment(tolerant));
    expect((await post(tolerant, '/rest/processTx/AUTH', body, { authorization: 'A|B' })).headerStatus.code).toBe(410);
    expect(await payForm(tolerant, 'SALE', { SecretHash: 'ab'.repeat(64) })).toEqual({
      error: 'SecretHash fail check',
    });
    const form = new URLSearchParams(formPayment(tolerant, 'SALE')).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await send(tolerant, { path: '/rest/ccprocessing', headers, body: form })).status).toBe(500);
  });

  test('its own pages under another name than this machine’s', async () => {
    const headers = { authorization: `Bearer ${tolerant.token}`, host: 'sandbox.example.org' };
    expect((await send(tolerant, { method: 'GET', path: '/__training/status', headers })).status).toBe(421);
  });
});
