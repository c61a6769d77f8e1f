/** Orders from links and the command line: everything but the card, all of it right or nothing taken. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orderParams, readOrderTexts, readOrderLink, readOrderSchema } from '#shared/payments/entry/order.ts';
import { decimalText, maxAmount, parseAmount } from '#shared/payments/money.ts';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import { anyText } from '#test/fixtures/any-text.ts';
import { textsIn } from '#test/support/texts-in.ts';

const reasons = (link: string) => {
  const read = readOrderLink(link);
  return read.kind === 'order' ? [] : read.issues.map(({ param, reason }) => [param, reason]);
};

/** Percent-encodes every character, again and again. */
const encoded = (text: string, times: number): string =>
  times === 0
    ? text
    : encoded(
        text.replace(/[^]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`),
        times - 1,
      );

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
    ['a card number of 15 digits as a telephone', 'caja://charge?phone=%2B378282246310005', [['phone', 'card-number']]],
    ['a card number in an address', 'caja://charge?email=4111111111111111%40example.org', [['email', 'card-number']]],
    [
      'a card number encoded twice',
      `caja://charge?concept=${encoded('4111-1111-1111-1111', 2)}`,
      [['concept', 'card-number']],
    ],
    [
      'one encoded three times',
      `caja://charge?description=${encoded('4111111111111111', 3)}`,
      [['description', 'card-number']],
    ],
    ['one in the spelling of HTML', 'caja://charge?name=%26%2352%3B111111111111111', [['name', 'card-number']]],
    ['a telephone number on two lines', 'caja://charge?phone=6020%0A1236', [['phone', 'character']]],
    ['a zero byte', 'caja://charge?concept=a%00b', [['concept', 'character']]],
    ['letters that nobody sees', 'caja://charge?concept=%E3%85%A4', [['concept', 'character']]],
    ['blanks that look like none', 'caja://charge?concept=%E2%A0%80', [['concept', 'character']]],
    ['marks piled on a letter', `caja://charge?concept=a${'%CC%81'.repeat(5)}`, [['concept', 'character']]],
    ['bytes that are no text', 'caja://charge?concept=%FF', [[null, 'malformed']]],
    ['half of a pair', 'caja://charge?concept=%ED%A0%80', [[null, 'malformed']]],
    ['the name of every object', 'caja://charge?__proto__=1', [[null, 'unknown']]],
    ['no slashes', 'caja:charge?amount=1', [[null, 'malformed']]],
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

  it.each(
    textsIn(`
    number | card-number | cardNumber | PAN | expiry | exp_month | cvv | CVC2 | code | security-code`),
  )('is refused with the card data %s, even when it is empty', (name) => {
    expect(reasons(`caja://charge?amount=1&${name}=`).map(([, reason]) => reason)).toEqual(['card-data']);
  });

  it('has an end', () => {
    expect(reasons(`caja://charge?${'concept=a&'.repeat(900)}`)).toEqual([[null, 'too-long']]);
    expect(reasons(`caja://charge?${'x=a&'.repeat(90)}y=a`)).toHaveLength(20);
  });
});

describe('the amount of an order', () => {
  it.each([
    ['129', '129.00'],
    ['1.29', '1.29'],
    ['0.5', '0.50'],
    ['.05', '0.05'],
    ['007', '7.00'],
    ['999999999.99', '999999999.99'],
  ])('%s is %s', (keyed, text) => {
    expect(readOrderTexts([['amount', keyed]])).toEqual({ kind: 'order', order: { amount: text } });
  });

  it.each(
    textsIn(`
    1e3 | 0x10 | 1,000.00 | 1.000,00 | 1.290 | -1 | +1 | NaN | Infinity | １２ | 1 000 | 1_0 | $1 | 0.00 | .`),
  )('is never guessed: %s', (keyed) => {
    expect(readOrderTexts([['amount', keyed]])).toMatchObject({ issues: [{ param: 'amount', reason: 'format' }] });
  });
});

describe('an order of another process', () => {
  const order = { amount: '12.50', concept: 'Two boxes', phone: '+507 6020-1236' };
  const isTaken = (changes: object): boolean =>
    readOrderSchema.safeParse({ kind: 'order', order: { ...order, ...changes } }).success;

  it('is held against the rules of a link again', () => {
    expect(isTaken({})).toBe(true);
    for (const changes of [
      { concept: '4111 1111 1111 1111' },
      { concept: '%34111111111111111' },
      { concept: 'a\u202eb' },
      { concept: ' a' },
      { concept: '' },
      { phone: '4111111111111111' },
      { amount: '12.5' },
      { amount: '1e3' },
      { firstName: 'a'.repeat(26) },
      { email: 'ana' },
      { cardNumber: '1' },
    ])
      expect(isTaken(changes), JSON.stringify(changes)).toBe(false);
    expect(readOrderSchema.safeParse({ kind: 'order', order: {} }).success).toBe(false);
  });

  it('names no param that could be a number', () => {
    const issue = { param: '4111111111111111', reason: 'unknown' };
    expect(readOrderSchema.safeParse({ kind: 'refused', issues: [issue] }).success).toBe(false);
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

  const cards = fc.constantFrom('4111111111111111', '5555555555554444', '378282246310005', '4000000000000002');
  const marks = fc.stringMatching(/^[ ./-]{0,3}$/);
  const where = fc.constantFrom(...orderParams);

  it('never carries a card number, however it is divided by marks, surrounded and encoded', () => {
    const around = fc.stringMatching(/^[a-z ]{0,8}$/);
    fc.assert(
      fc.property(cards, marks, where, around, fc.nat(3), (card, mark, param, text, times) => {
        let value = `${text}${card.match(/.{1,4}/g)?.join(mark)}${text}`;
        for (let time = 0; time < times; time++) value = encodeURIComponent(value);
        const read = readOrderLink(`caja://charge?${param}=${encodeURIComponent(value)}`);
        expect(read.kind).toBe('refused');
        expect(JSON.stringify(read)).not.toMatch(/\d{4}/);
      }),
    );
  });

  it('of any link says nothing that was not one of its names', () => {
    const part = fc.oneof(where, anyText(), fc.constantFrom('=', '&', '%', '%25', '?', '#', '+'));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), (parts) => {
        const read = readOrderLink(`caja://charge?${parts.join('')}`);
        expect(readOrderSchema.parse(read)).toEqual(read);
        if (read.kind === 'order') return;
        for (const { param } of read.issues) expect(param ?? 'none').toMatch(/^[a-z-]{1,30}$/i);
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
