/** Answers held against their request: contradictions in what was done are unknown, other differences are shown. */
import { describe, expect, test } from 'vitest';
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import { askedLater, askedOf, type Asked } from '#electron/gateway/answers/asked.ts';
import type { Family } from '#shared/payments/outcome.ts';
import { approvedForm, approvedJson, approvedSale, capture, payment } from '#test/gateway/support/merchant.ts';
import { askedFor, readBody } from '#test/gateway/support/readers.ts';

const read = (family: Family, asked: Asked, answer: unknown): GatewayAnswer =>
  readBody(family, JSON.stringify(answer), asked);
const said = (answer: GatewayAnswer): string => ('cause' in answer ? answer.cause : answer.outcome);

const [authorization, sale, captured] = [askedFor('authorize'), askedFor('sell'), askedFor('capture')];
const capturedRecord = (changes: Record<string, unknown> = {}) =>
  approvedJson({ operationType: 'CAPTURE', codOper: 'SANDBOX_LK-18', ...changes });

describe('the operation', () => {
  test.each([
    ['AUTH', authorization],
    ['auth', authorization],
    [' Auth ', authorization],
    [null, authorization],
    ['-', authorization],
    ['AUTH_CAPTURE', sale],
    ['Auth Capture', sale],
    ['SALE', sale],
    ['', sale],
    [undefined, captured],
    ['CAPTURE', captured],
    ['CAPT', captured],
  ])('%s is the one that was asked', (operationType, asked) => {
    expect(said(read('json', asked, capturedRecord({ operationType })))).toBe('approved');
    expect(said(read('json', asked, capturedRecord({ operationType, status: 0 })))).toBe('declined');
  });

  test.each([
    ['AUTH', sale],
    ['CAPTURE', sale],
    ['AUTH_CAPTURE', authorization],
    ['CAPTURE', authorization],
    ['AUTH', captured],
    ['AUTH_CAPTURE', captured],
    ['REVERSE', captured],
    ['REVERSE_CAPTURE', captured],
    ['RECURRENT', sale],
    ['3DS', sale],
    ['QUERY', authorization],
    [7, authorization],
  ])('%s is another one, whether approved or declined', (operationType, asked) => {
    for (const status of [1, 0]) {
      expect(said(read('json', asked, capturedRecord({ operationType, status })))).toBe('other-operation');
    }
  });

  test('family B is compared when it names its type', () => {
    expect(said(read('form', sale, approvedForm({ txType: 'SALE' })))).toBe('approved');
    expect(said(read('form', sale, approvedForm({ txType: 'AUTH' })))).toBe('other-operation');
    expect(said(read('form', captured, approvedForm({ txType: 'CAPT' })))).toBe('approved');
  });
});

describe('the card', () => {
  const zeros = askedOf('authorize', { ...payment, card: { ...payment.card, number: '4059310181750042' } });
  test.each([
    ['four digits', '7001', authorization],
    ['five digits', '57001', authorization],
    ['a number', 7001, authorization],
    ['a masked number', '405931******7001', authorization],
    ['a number that lost its zeros', 42, zeros],
    ['no digits', '****', authorization],
    ['nothing', null, authorization],
    ['a dash', '-', authorization],
  ])('displayNum with %s is that of the keyed card', (_name, displayNum, asked) => {
    expect(said(read('json', asked, approvedJson({ displayNum })))).toBe('approved');
  });

  test.each(['7002', '57002', 7002, '****1234', 0])('displayNum %s is that of another card', (displayNum) => {
    expect(said(read('json', authorization, approvedJson({ displayNum })))).toBe('other-card');
    expect(said(read('json', authorization, approvedJson({ displayNum, status: 0 })))).toBe('other-card');
    expect(said(read('json', captured, capturedRecord({ displayNum })))).toBe('other-card');
  });

  const mastercard = askedOf('authorize', {
    ...payment,
    card: { ...payment.card, number: '5517747952039692', brand: 'MASTERCARD' },
  });
  test.each([
    ['VISA', authorization, 'approved'],
    ['Visa Electron', authorization, 'approved'],
    ['CREDIT', authorization, 'approved'],
    ['-', authorization, 'approved'],
    ['MC', authorization, 'other-card'],
    ['Master Card', authorization, 'other-card'],
    ['AMEX', authorization, 'other-card'],
    ['MC', mastercard, 'approved'],
    ['MASTERCARD', mastercard, 'approved'],
    ['master-card', mastercard, 'approved'],
    ['VISA', mastercard, 'other-card'],
    // The operator corrected the brand; the answer names that of the number.
    ['VISA', askedOf('authorize', { ...payment, card: { ...payment.card, brand: 'MASTERCARD' } }), 'approved'],
  ])('the brand %s', (brand, asked, expected) => {
    const displayNum = asked.lastFour;
    expect(said(read('json', asked, approvedJson({ displayNum, cardType: brand, type: null })))).toBe(expected);
    expect(said(read('json', asked, approvedJson({ displayNum, cardType: null, type: brand })))).toBe(expected);
    expect(said(read('form', asked, approvedForm({ CardType: brand })))).toBe(expected);
  });
});

describe('the captured authorization', () => {
  test.each([
    ['the same', 'SANDBOX_LK-17', 'approved'],
    ['the same without its prefix', 'LK-17', 'approved'],
    ['the same in a record', { codOper: 'SANDBOX_LK-17' }, 'approved'],
    ['its numeric id', 99123, 'approved'],
    ['a numeric id', 99124, 'approved'],
    ['nothing', null, 'approved'],
    ['a dash', '-', 'approved'],
    ['another', 'SANDBOX_LK-16', 'other-relation'],
    ['another in a record', { codOper: 'LK-16' }, 'other-relation'],
  ])('relatedTx is %s', (_name, relatedTx, expected) => {
    expect(said(read('json', captured, capturedRecord({ relatedTx })))).toBe(expected);
  });

  test('a numeric codOper is compared with a number that is not the id of the authorization', () => {
    const numeric = askedLater('capture', 'json', { ...capture, codOper: '12345678901234567891' });
    expect(said(read('json', numeric, capturedRecord({ relatedTx: '12345678901234567892' })))).toBe('other-relation');
    expect(said(read('json', numeric, capturedRecord({ relatedTx: 99123 })))).toBe('approved');
  });

  test.each(['SANDBOX_LK-17', ' sandbox_lk-17 '])(
    'a capture under the codOper of the authorization, as %j, is another payment’s record',
    (codOper) => {
      expect(said(read('json', captured, capturedRecord({ codOper })))).toBe('reference-used');
    },
  );
});

test('a capture of family B may repeat the CODOPER of the authorization', () => {
  const ofForm = askedLater('capture', 'form', { ...capture, codOper: 'LK-17' });
  expect(said(read('form', ofForm, approvedForm()))).toBe('approved');
});

describe('the reference that a capture needs', () => {
  test.each([undefined, null, '', '  ', '-'])('an authorization with the reference %j is unknown', (reference) => {
    const answers = [
      read('json', authorization, approvedJson({ codOper: reference })),
      read('form', authorization, approvedForm({ AUTH_TOKEN: reference })),
    ];
    expect(answers.map(said)).toEqual(['no-reference', 'no-reference']);
  });

  test('a reference that can’t be kept, because it holds the card number, is none', () => {
    const codOper = `x${payment.card.number}`;
    expect(said(read('json', authorization, approvedJson({ codOper })))).toBe('no-reference');
  });

  test('a sale and a capture moved the money and need none', () => {
    expect(said(read('json', sale, approvedSale({ codOper: null })))).toBe('approved');
    expect(said(read('json', captured, capturedRecord({ codOper: null })))).toBe('approved');
    expect(said(read('form', sale, approvedForm({ AUTH_TOKEN: null, CODOPER: null })))).toBe('approved');
  });

  test.each([
    ['12345678901234567891', '12345678901234567891'],
    ['1.0', '1.0'],
    ['1e3', '1e3'],
    ['" LK-17 "', ' LK-17 '],
    ['"-0"', '-0'],
  ])('the reference %s comes back as it is', (source, expected) => {
    const body = JSON.stringify(approvedJson({ codOper: 'HERE', idtx: 'HERE' })).replaceAll('"HERE"', source);
    expect(readBody('json', body)).toMatchObject({
      outcome: 'approved',
      references: { codOper: expected, idtx: expected },
    });
  });
});

describe('differences', () => {
  const differences = (changes: Record<string, unknown>) => {
    const answer = read('json', authorization, approvedJson(changes));
    return answer.outcome === 'approved' ? answer.differences : said(answer);
  };
  test.each([
    ['the same amount', { totalPay: '1234.5', requestPayAmount: 1234.5 }, []],
    ['no amount', { totalPay: null, requestPayAmount: '-' }, []],
    ['zero', { totalPay: '0.00' }, [{ field: 'amount', answered: '0.00' }]],
    ['a negative amount', { totalPay: '-1234.5' }, [{ field: 'amount', answered: '-1234.5' }]],
    ['thousands', { totalPay: '1,234.50' }, [{ field: 'amount', answered: '1,234.50' }]],
    ['two points', { totalPay: '12.5.0' }, [{ field: 'amount', answered: '12.5.0' }]],
    ['an exponent', { totalPay: '1.2345e3' }, [{ field: 'amount', answered: '1.2345e3' }]],
    ['another amount', { totalPay: '1234.51' }, [{ field: 'amount', answered: '1234.51' }]],
    ['another request', { requestPayAmount: 12.34 }, [{ field: 'amount', answered: '12.34' }]],
    ['the same name otherwise written', { name: 'núñez, MARÍA' }, []],
    ['a part of the name', { name: 'Nunez' }, []],
    ['a name without the letters that the service can’t write', { name: 'MAR?A N\ufffd\ufffdEZ' }, []],
    ['no name', { name: '-' }, []],
    ['another name', { name: 'PEDRO NUNEZ' }, [{ field: 'name', answered: 'PEDRO NUNEZ' }]],
    ['the same e-mail', { email: ' Example@Example.ORG' }, []],
    ['a masked e-mail', { email: 'e*****@example.org' }, []],
    ['another e-mail', { email: 'other@example.org' }, [{ field: 'email', answered: 'other@example.org' }]],
  ])('%s', (_name, changes, expected) => {
    expect(differences(changes)).toEqual(expected);
  });

  test('family B names the buyer in two parts, and dashes for nobody', () => {
    const of = (changes: Record<string, unknown>) => read('form', authorization, approvedForm(changes));
    expect(of({ Name: 'MARIA', LastName: 'NUNEZ' })).toHaveProperty('differences', []);
    expect(of({ Name: 'MARIA' })).toHaveProperty('differences', []);
    expect(of({ Name: 'Ana', LastName: 'Paz', Amount: '0' })).toHaveProperty('differences', [
      { field: 'amount', answered: '0' },
      { field: 'name', answered: 'Ana Paz' },
    ]);
  });

  test('a difference carries no secret and is short', () => {
    expect(differences({ name: `x ${payment.card.number}`, totalPay: '9'.repeat(300) })).toEqual([
      { field: 'amount', answered: '9'.repeat(200) },
      { field: 'name', answered: 'x [redacted]' },
    ]);
  });

  test('a decline is for no amount and has no differences', () => {
    expect(read('json', authorization, approvedJson({ status: 0, totalPay: '0.0', name: 'X' }))).toMatchObject({
      outcome: 'declined',
      differences: [],
    });
  });
});
