/** Orders from links and the command line: everything but the card, all of it right or nothing taken. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderParams, readOrderTexts, readOrderLink, readOrderSchema } from '#shared/payments/entry/order.ts';
import { decimalText, maxAmount, parseAmount } from '#shared/payments/money.ts';
import { holdsCardNumber } from '#shared/payments/texts/card-numbers.ts';

const reasons = (link: string) => {
  const read = readOrderLink(link);
  return read.kind === 'order' ? [] : read.issues.map(({ param, reason }) => [param, reason]);
};

describe('the link of an order', () => {
  it('fills in every field but the card, with the name divided', () => {
    const link =
      'caja://charge?amount=12.5&concept=Factura+1%2F2&description=Dos%20cajas&name=Mar%C3%ADa%20N%C3%BA%C3%B1ez&email=m%40example.org&phone=%2B507+6020-1236';
    expect(readOrderLink(link)).toEqual({
      kind: 'order',
      order: {
        amount: '12.50',
        concept: 'Factura 1/2',
        description: 'Dos cajas',
        firstName: 'María',
        lastName: 'Núñez',
        email: 'm@example.org',
        phone: '+507 6020-1236',
      },
    });
  });

  it.each([
    ['another address', 'caja://refund?amount=1', [[null, 'malformed']]],
    ['a user and a port', 'caja://a@charge:1?amount=1', [[null, 'malformed']]],
    ['a fragment', 'caja://charge?amount=1#x', [[null, 'malformed']]],
    ['no query', 'caja://charge', [[null, 'malformed']]],
    ['half a percent sign', 'caja://charge?concept=%C3', [[null, 'malformed']]],
    ['a name without a value', 'caja://charge?amount', [[null, 'malformed']]],
    ['an unknown name', 'caja://charge?amount=1&tip=2', [['tip', 'unknown']]],
    ['a name of other case', 'caja://charge?Amount=1', [['Amount', 'unknown']]],
    ['a name with digits, which is not shown', 'caja://charge?ref1=1', [[null, 'unknown']]],
    ['a name twice', 'caja://charge?amount=1&amount=2', [['amount', 'twice']]],
    ['a separator in the amount', 'caja://charge?amount=1,234.50', [['amount', 'format']]],
    ['no money', 'caja://charge?amount=0', [['amount', 'format']]],
    ['an empty text', 'caja://charge?concept=+', [['concept', 'empty']]],
    ['a text beyond its field', `caja://charge?concept=${'a'.repeat(101)}`, [['concept', 'too-long']]],
    ['a first name beyond its field', `caja://charge?name=${'a'.repeat(26)}`, [['name', 'too-long']]],
    ['a line break', 'caja://charge?concept=a%0Ab', [['concept', 'character']]],
    ['text that turns around', 'caja://charge?concept=a%E2%80%AEb', [['concept', 'character']]],
    ['no e-mail address', 'caja://charge?email=ana', [['email', 'format']]],
    ['letters in a telephone number', 'caja://charge?phone=call', [['phone', 'format']]],
    ['a card number in a text', 'caja://charge?concept=4111-1111-1111-1111', [['concept', 'card-number']]],
    ['a card number in a name', 'caja://charge?name=4111+1111+1111+1111', [['name', 'card-number']]],
    ['a card number as a telephone', 'caja://charge?phone=4111111111111111', [['phone', 'card-number']]],
    [
      'several mistakes',
      'caja://charge?amount=x&email=y',
      [
        ['amount', 'format'],
        ['email', 'format'],
      ],
    ],
  ])('is refused with %s', (_title, link, expected) => {
    expect(reasons(link)).toEqual(expected);
  });

  it.each([
    'number',
    'card-number',
    'cardNumber',
    'PAN',
    'expiry',
    'exp_month',
    'cvv',
    'CVC2',
    'code',
    'security-code',
  ])('is refused with the card data %s, even when it is empty', (name) => {
    expect(reasons(`caja://charge?amount=1&${name}=`).map(([, reason]) => reason)).toEqual(['card-data']);
  });

  it('has an end', () => {
    expect(reasons(`caja://charge?${'concept=a&'.repeat(900)}`)).toEqual([[null, 'too-long']]);
    expect(reasons(`caja://charge?${'x=a&'.repeat(90)}y=a`)).toHaveLength(20);
  });
});

describe('any order', () => {
  it('is read without a throw into a known shape that repeats no value of a refused one', () => {
    const name = fc.oneof(fc.constantFrom(...orderParams), fc.string());
    fc.assert(
      fc.property(fc.array(fc.tuple(name, fc.string({ unit: 'grapheme' })), { maxLength: 8 }), (given) => {
        const read = readOrderTexts(given);
        expect(readOrderSchema.parse(read)).toEqual(read);
        if (read.kind === 'order')
          for (const text of Object.values(read.order)) expect(holdsCardNumber(text)).toBe(false);
      }),
    );
  });

  it('survives the spelling of a link, and amounts keep every cent', () => {
    const concept = fc.stringMatching(/^[a-zñ&=+%#?/ ]{1,40}$/);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: maxAmount }), concept, (amount, text) => {
        fc.pre(text.trim() !== '');
        const query = new URLSearchParams({ amount: decimalText(amount), concept: text });
        const read = readOrderLink(`caja://charge?${query}`);
        expect(read).toMatchObject({ kind: 'order', order: { concept: text.trim() } });
        const keyed = read.kind === 'order' ? (read.order.amount ?? '') : '';
        expect(parseAmount(keyed)).toEqual({ ok: true, value: amount });
      }),
    );
  });
});
