/** Refusals of the training gateway in family A, with the code of each field (service document, sections 2.1 and 8). */
import { describe, expect, test } from 'vitest';
import { type TrainingGateway } from '#electron/training/training-gateway.ts';
import {
  approvedVisa,
  card,
  jsonHeaders,
  payJson,
  payment,
  send,
  withTraining,
  type Envelope,
  type Json,
} from './wire-client.ts';

let gateway: TrainingGateway;
withTraining({}, (started) => (gateway = started));

describe('a request that is refused', () => {
  const long = (length: number): string => 'x'.repeat(length);
  const withCard = (changes: Json): Json => ({ cardInformation: card(changes) });
  const lastMonth = new Date(Date.now() - 40 * 86_400_000);
  const cases: readonly (readonly [string, Json, number])[] = [
    ['a card that is missing', { cardInformation: undefined }, 602],
    ['a security code that is missing', withCard({ cvv: undefined }), 602],
    ['a web code that is missing', { cclw: undefined }, 602],
    ['a web code that nobody was given', { cclw: 'ABC' }, 600],
    ['an amount below the minimum', { amount: 0.99, taxAmount: 0 }, 603],
    ['an amount above the maximum', { amount: 1_000_000_000 }, 604],
    ['an amount with a float artefact', { amount: 0.1 + 0.2, taxAmount: 0 }, 300],
    ['an amount with a comma', { amount: '1,234.50' }, 300],
    ['a negative amount', { amount: -5 }, 300],
    ['a tax above the amount', { taxAmount: 30.01 }, 300],
    ['letters in the card number', withCard({ cardNumber: '40593101817570A1' }), 605],
    ['a card number that fails the Luhn check', withCard({ cardNumber: `${approvedVisa.slice(0, 15)}2` }), 605],
    ['a card number that is too short', withCard({ cardNumber: approvedVisa.slice(0, 15) }), 605],
    ['a security code of two digits', withCard({ cvv: '12' }), 606],
    ['a security code of four digits', withCard({ cvv: '1234' }), 606],
    ['a security code that lost its zeros as a number', withCard({ cvv: 3 }), 606],
    ['a card type that does not exist', withCard({ cardType: 'AMEX' }), 607],
    ['a card type that is not the number’s', withCard({ cardType: 'MASTERCARD' }), 607],
    ['an e-mail without a host', { email: 'ana@' }, 608],
    ['an e-mail of 101 characters', { email: `${long(89)}@example.org` }, 608],
    ['a first name of 26 characters', withCard({ firstName: long(26) }), 609],
    ['a last name of 26 characters', withCard({ lastName: long(26) }), 610],
    ['a phone with a plus sign', { phone: '+50760201236' }, 611],
    ['a phone of 17 digits', { phone: '1'.repeat(17) }, 611],
    ['a month 13', withCard({ expMonth: '13' }), 651],
    ['a month of one digit', withCard({ expMonth: '1' }), 651],
    ['a year of four digits', withCard({ expYear: '2039' }), 651],
    [
      'a card that expired last month',
      withCard({
        expMonth: String(lastMonth.getUTCMonth() + 1).padStart(2, '0'),
        expYear: String(lastMonth.getUTCFullYear()).slice(2),
      }),
      651,
    ],
    ['a concept of 101 characters', { concept: long(101) }, 300],
    ['a description of 151 characters', { description: long(151) }, 300],
    ['an address of 101 characters', { address: long(101) }, 300],
    ['a language that is neither EN nor ES', { lang: 'FR' }, 300],
    ['an incomplete IP address', { ipCheck: '186.72.1' }, 300],
    ['device data that is a text', { additionalData: 'a1b2' }, 300],
    ['a custom field without a value', { customFieldValues: [{ id: '1', nameOrLabel: 'Table' }] }, 300],
    ['a field that does not exist', { amout: 3 }, 300],
  ];
  test.each(cases)('a request with %s is answered with its code and reserves nothing', async (_what, changes, code) => {
    const processed = gateway.status().processed;
    const answer = await payJson(gateway, 'AUTH', changes);
    expect([answer.headerStatus.code, answer.success]).toEqual([code, false]);
    expect(gateway.status().processed).toBe(processed);
    expect(gateway.ledger().at(-1)).toMatchObject({ operation: 'AUTH', family: 'json', result: 'rejected' });
  });

  test('the longest values of section 8 are accepted', async () => {
    const answer = await payJson(gateway, 'AUTH', {
      concept: long(100),
      description: long(150),
      address: long(100),
      email: `${long(64)}@${'e'.repeat(23)}.example.org`,
      phone: '1'.repeat(16),
      cardInformation: card({ firstName: long(25), lastName: long(25) }),
    });
    expect(answer.data['status']).toBe(1);
  });

  test('a wrong or missing authorization header is answered with 410', async () => {
    for (const authorization of ['WRONG|KEY', undefined]) {
      const headers = { 'content-type': 'application/json', ...(authorization ? { authorization } : {}) };
      const body = JSON.stringify(payment(gateway));
      const answer = await send(gateway, { path: '/rest/processTx/AUTH', headers, body });
      expect((JSON.parse(answer.text) as Envelope).headerStatus).toEqual({ code: 410, description: 'Invalid Api Key' });
    }
  });

  test.each([
    ['a body that is no JSON', '{"cclw":', 'application/json'],
    ['a body that is a list', '[]', 'application/json'],
    ['another content type', '{}', 'text/plain'],
  ])('a request with %s is answered with 300', async (_what, body, contentType) => {
    const headers = { ...jsonHeaders(gateway), 'content-type': contentType };
    const answer = await send(gateway, { path: '/rest/processTx/AUTH', headers, body });
    expect((JSON.parse(answer.text) as Envelope).headerStatus.code).toBe(300);
  });

  test('the data of a refusal takes each form seen in the field: an array, an object, null, a text', async () => {
    const seen = new Set<string>();
    for (let count = 0; count < 4; count++) {
      seen.add(JSON.stringify((await payJson(gateway, 'AUTH', { amount: 0.5 })).data));
    }
    expect([...seen].toSorted()).toEqual(['"NO DATA"', '[]', 'null', '{}']);
  });

  test('other methods and paths are answered with an HTTP error, and a huge body with 413', async () => {
    expect((await send(gateway, { method: 'GET', path: '/rest/processTx/AUTH' })).status).toBe(405);
    expect((await send(gateway, { path: '/rest/unknown', body: '{}' })).status).toBe(404);
    const huge = await send(gateway, {
      path: '/rest/processTx/AUTH',
      headers: jsonHeaders(gateway),
      body: long(70_000),
    });
    expect(huge.status).toBe(413);
  });
});
