/** Card rules: brands with the 2-series, Luhn, lengths, expiry in the operator's month, codes with leading zeros. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  brandOf,
  cardNumberIssue,
  cleanCardNumber,
  expiryIssue,
  isOtherBrand,
  keyedCardSchema,
  lengthsOf,
  parseExpiry,
  passesLuhn,
  securityCodeIssue,
} from '#shared/payments/card.ts';
import { paymentDraftSchema } from '#shared/payments/attempt.ts';
import { draft, visa } from '#test/fixtures/drafts.ts';

const testVisas = ['4059310181757001', '4916012776136988', '4716040174085053', '4143766247546688', '4929019201087046'];
const testMastercards = [
  '5517747952039692',
  '5451819737278230',
  '5161216979741515',
  '5372362326060103',
  '5527316088871226',
];
/** Completes a prefix to a number of 16 digits that passes Luhn. */
function complete(prefix: string): string {
  const body = prefix.padEnd(15, '0');
  return body + [...'0123456789'].find((digit) => passesLuhn(body + digit));
}
const now = new Date(2026, 10, 20);

describe('the published test cards', () => {
  test.each(testVisas)('%s is a valid VISA', (number) => {
    expect([brandOf(number), cardNumberIssue(number)]).toEqual(['VISA', null]);
  });
  test.each(testMastercards)('%s is a valid MASTERCARD', (number) => {
    expect([brandOf(number), cardNumberIssue(number)]).toEqual(['MASTERCARD', null]);
  });
  test('the test card of the bank outside e-commerce is of another brand', () => {
    expect([cardNumberIssue('6013770095374264'), isOtherBrand('6013770095374264')]).toEqual(['other-brand', true]);
  });
});

describe('the brand', () => {
  test.each([
    ['MASTERCARD', '2221 2229 2230 2500 2699 2720 51 55'],
    ['VISA', '4'],
    [null, '2220 2721 50 56 34 6011 3528 1'],
  ])('the brand of a number is %s by its first digits: %s', (brand, prefixes) => {
    for (const prefix of prefixes.split(' ')) {
      const number = complete(prefix);
      expect(brandOf(number), prefix).toBe(brand);
      expect(cardNumberIssue(number), prefix).toBe(brand === null ? 'other-brand' : null);
    }
  });

  test('the brand is known from the first digits, and no unfinished card number is called another brand', () => {
    for (const number of [...testVisas, ...testMastercards, complete('2221'), complete('2720')]) {
      for (let typed = 0; typed <= number.length; typed++) {
        expect(isOtherBrand(number.slice(0, typed)), number.slice(0, typed)).toBe(false);
      }
      expect(brandOf(number.slice(0, 6))).toBe(brandOf(number));
    }
  });

  test('the brand is checked before Luhn, so another brand is refused by its brand', () => {
    expect(cardNumberIssue('378282246310006')).toBe('other-brand');
  });
});

describe('a card number', () => {
  test.each([
    ['', 'empty'],
    ['4059x10181757001', 'not-digits'],
    ['٤٠٥٩', 'not-digits'],
    ['405931018175700', 'length'],
    ['40593101817570011', 'length'],
    ['4', 'length'],
    ['5517', 'length'],
    ['22', 'length'],
    ['4059310181757002', 'luhn'],
    ['5517747952039693', 'luhn'],
  ])('the card number %j is refused as %s', (digits, issue) => {
    expect(cardNumberIssue(digits)).toBe(issue);
  });

  test('a card number is accepted in the lengths that the service takes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), (length) => {
        const issue = cardNumberIssue('4'.padEnd(length, '1'));
        if (lengthsOf.VISA.includes(length)) expect(issue).not.toBe('length');
        else expect(issue).toBe('length');
      }),
    );
  });

  test('a card number with one digit changed or two neighbours swapped fails the check', () => {
    const card = fc.constantFrom(...testVisas, ...testMastercards);
    fc.assert(
      fc.property(card, fc.nat(15), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
        const changed = number.slice(0, at) + ((Number(number[at]) + by) % 10) + number.slice(at + 1);
        expect(passesLuhn(changed)).toBe(false);
        const [one = '', two = ''] = [number[at], number[at + 1]];
        // Luhn can't see 09 swapped with 90.
        if (two === '' || one === two || (one + two).match(/^(09|90)$/)) return;
        expect(passesLuhn(number.slice(0, at) + two + one + number.slice(at + 2))).toBe(false);
      }),
    );
  });

  test('a card number is cleaned of anything pasted between its digits, and of nothing else', () => {
    const between = fc.constantFrom(' ', '-', '.', '\u00a0', '\u2009', '\u2013', '\u200b', '\ufeff', '\t', '');
    fc.assert(
      fc.property(fc.array(between, { minLength: 16, maxLength: 16 }), (separators) => {
        const pasted = [...visa].map((digit, index) => digit + (separators[index] ?? '')).join('');
        expect(cleanCardNumber(pasted)).toBe(visa);
      }),
    );
    expect(cleanCardNumber('4059/a')).toBe('4059/a');
    expect(cleanCardNumber('４０５９　３１０１　８１７５　７００１')).toBe(visa);
  });
});

describe('the expiry', () => {
  test.each([
    ['1130', '11', '30'],
    ['11/30', '11', '30'],
    ['9/30', '09', '30'],
    ['11-30', '11', '30'],
    ['11/2030', '11', '30'],
    ['112030', '11', '30'],
    [' 11 / 30 ', '11', '30'],
    ['129', '01', '29'],
    ['930', '09', '30'],
    ['1/29', '01', '29'],
    ['0129', '01', '29'],
    ['01/2029', '01', '29'],
    ['03/2029', '03', '29'],
    ['032029', '03', '29'],
    ['2029-03', '03', '29'],
    ['2029/3', '03', '29'],
    ['03.29', '03', '29'],
    ['03–29', '03', '29'],
    ['03\u00a0/\u00a029', '03', '29'],
    ['０３／２９'.replace('／', '/'), '03', '29'],
    ['11/26', '11', '26'],
    ['12/99', '12', '99'],
  ])('the expiry %j is month %s of %s', (text, month, year) => {
    expect(parseExpiry(text, now)).toEqual({ ok: true, month, year });
  });

  test.each([
    ['', 'empty'],
    // A digit is missing, since January 2025 and November 2002 are past.
    ['125', 'format'],
    ['112', 'format'],
    ['012', 'format'],
    ['12/9', 'format'],
    ['2029-13', 'month'],
    ['13/30', 'month'],
    ['00/30', 'month'],
    ['10/26', 'past'],
    ['11/25', 'past'],
    ['11/1930', 'format'],
    ['aa/bb', 'format'],
    ['11/30/1', 'format'],
  ])('the expiry %j is refused as %s', (text, issue) => {
    expect(parseExpiry(text, now)).toEqual({ ok: false, issue });
  });

  test('an expiry is the same in every notation in which people write it', () => {
    const months = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(months, fc.integer({ min: 27, max: 99 }), fc.nat(8), (month, year, notation) => {
        const mm = String(month).padStart(2, '0');
        const written = [
          `${mm}/${year}`,
          `${month}/${year}`,
          `${mm}${year}`,
          `${month}/20${year}`,
          `${mm}20${year}`,
          `20${year}-${mm}`,
          `${mm} - ${year}`,
          `${mm}.20${year}`,
          month < 10 ? `${month}${year}` : `${mm}${year}`,
        ][notation];
        expect(parseExpiry(written ?? '', now), written).toEqual({ ok: true, month: mm, year: String(year) });
      }),
    );
  });

  test('an expiry holds to the last moment of its month on the local clock, and no longer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1198 }), (index) => {
        const [year, month] = [2000 + Math.floor(index / 12), index % 12];
        const mm = String(month + 1).padStart(2, '0');
        const yy = String(year % 100).padStart(2, '0');
        expect(expiryIssue(mm, yy, new Date(year, month + 1, 0, 23, 59, 59, 999))).toBeNull();
        expect(expiryIssue(mm, yy, new Date(year, month + 1, 1))).toBe('past');
      }),
    );
  });
});

describe('the security code', () => {
  test.each([
    ['003', null],
    ['000', null],
    ['', 'empty'],
    ['12', 'format'],
    ['1234', 'format'],
    ['12a', 'format'],
    ['١٢٣', 'format'],
    [' 12', 'format'],
  ])('the security code %j: %s', (text, issue) => {
    expect(securityCodeIssue(text)).toBe(issue);
  });
});

test('issues of a card never contain the card', () => {
  const bad = { number: '4059310181757001', expMonth: '99', expYear: '2030', securityCode: '7391', brand: 'AMEX' };
  const issues = [
    keyedCardSchema.safeParse(bad).error,
    keyedCardSchema.safeParse({ ...bad, number: '4059310181757002' }).error,
    paymentDraftSchema.safeParse({ ...draft(), card: bad, pan: visa }).error,
    paymentDraftSchema.safeParse(visa).error,
  ];
  for (const error of issues) {
    if (!error) throw new Error('it was taken');
    const said = `${error.message}${error.stack ?? ''}${JSON.stringify(error.issues)}${z.prettifyError(error)}`;
    expect(said).not.toMatch(/405931018175700|7391/);
  }
});
