/** Money: exact decimals in, exact decimals out, nothing guessed silently (invariant 7). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decimalText, maxAmount, parseAmount, readDecimal, taxWithin, withheldOf } from '#shared/payments/money.ts';
import { times } from '#test/support/thorough.ts';

const amount = fc.integer({ min: 1, max: maxAmount });
const issueOf = (text: string, allowZero = false) => {
  const parsed = parseAmount(text, allowZero);
  return parsed.ok ? null : parsed.issue;
};

test('the largest sum of a report is that of 90,071 payments of the largest amount', () => {
  expect(decimalText(Number.MAX_SAFE_INTEGER)).toBe('90071992547409.91');
  expect([90_071, 90_072].map((count) => Number.isSafeInteger(count * maxAmount))).toEqual([true, false]);
});

describe('an amount as it is typed', () => {
  test.each([
    ['1', 1_00],
    ['1.', 1_00],
    ['.5', 50],
    ['0.05', 5],
    ['1234.5', 1234_50],
    [' 1234.50 ', 1234_50],
    ['0001.00', 1_00],
    ['999999999.99', maxAmount],
  ])('the typed amount %j is read as %i cents', (text, value) => {
    expect(parseAmount(text)).toEqual({ ok: true, value });
  });

  test.each([
    ['empty', ['', '   ']],
    ['not-a-number', ['.', '12a', '1.2.3', '1e3', '+5', '0x10', '١٢', 'NaN']],
    ['negative', ['-5']],
    ['zero', ['0', '0.00']],
    ['too-many-decimals', ['1.005', '1.000']],
    ['too-large', ['1000000000', '9'.repeat(400)]],
  ])('a typed amount is refused as %s: %j', (kind, texts) => {
    for (const text of texts) expect(issueOf(text), text).toEqual({ kind });
  });

  test.each([
    ['1,234.50', 1234_50],
    ['1,234', 1234_00],
    ['12,345,678.9', 12345678_90],
    ['1.234,50', 1234_50],
    ['12,5', 12_50],
    ['1 234.50', 1234_50],
    ["1'234.50", 1234_50],
    ['1\u00a0234.50', 1234_50],
    ['1’234.50', 1234_50],
    ['1 234,50', 1234_50],
    ['12 34', null],
    ['1,2,3', null],
    ['1,23,456', null],
    ['1.23,456', null],
    [',', null],
    ['0,00', null],
    ['999,999,999,999', null],
  ])('the typed amount %j is never guessed: it offers %s', (text, reading) => {
    expect(issueOf(text)).toEqual({ kind: 'separator', reading });
  });

  test.each([
    ['B/. 1,234.56', 1234_56],
    ['B/.50', 50_00],
    ['USD 12.50', 12_50],
    ['12.50 usd', 12_50],
    ['$1234', 1234_00],
    ['US$ 12.50 USD', 12_50],
    ['12,5 PAB', 12_50],
    ['Total: B/. 1.234,56', 1234_56],
    ['monto: 45.5', 45_50],
  ])('the typed amount %j with a currency or a label is never guessed: it offers %i cents', (text, reading) => {
    expect(issueOf(text)).toEqual({ kind: 'currency', reading });
  });

  test.each([
    ['USD1.234', 'not-a-number'],
    ['$', 'not-a-number'],
    ['$-5', 'not-a-number'],
    ['$0', 'not-a-number'],
    ['EUR12', 'not-a-number'],
    ['12€', 'not-a-number'],
    ['USD$12', 'not-a-number'],
    ['-$5', 'negative'],
  ])('the typed amount %j, whose meaning is unclear, is refused as %s', (text, kind) => {
    expect(issueOf(text)).toEqual({ kind });
  });

  test('a tax may be zero', () => {
    expect(parseAmount('0', true)).toEqual({ ok: true, value: 0 });
    expect(parseAmount('', true).ok).toBe(false);
  });

  test('a typed amount goes to the wire as typed, and back', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(decimalText(value)).toMatch(/^(0|[1-9]\d*)\.\d{2}$/);
        expect(parseAmount(decimalText(value))).toEqual({ ok: true, value });
        expect(readDecimal(decimalText(value))).toBe(value);
      }),
    );
  });

  test('an amount with separators in any place offers the intended amount', () => {
    const separators = fc.constantFrom<readonly [string, string]>([',', '.'], ['.', ','], [' ', '.'], ["'", '.']);
    fc.assert(
      fc.property(fc.integer({ min: 1000_00, max: maxAmount }), separators, (value, [thousands, point]) => {
        const [units = '', cents = ''] = decimalText(value).split('.');
        const grouped = units.replace(/\B(?=(\d{3})+$)/g, thousands) + point + cents;
        expect(issueOf(grouped)).toEqual({ kind: 'separator', reading: value });
      }),
    );
  });

  test('a currency before an amount or behind it offers what the amount alone means, and nothing more', () => {
    const signs = fc.constantFrom('B/.', '$', 'US$', 'USD', 'pab');
    const typed = fc.oneof(
      amount.map(decimalText),
      fc.string({ unit: fc.constantFrom(...`0123456789.,' `), maxLength: 12 }),
    );
    fc.assert(
      fc.property(typed, signs, fc.constantFrom('', ' '), fc.boolean(), (text, sign, blank, before) => {
        const alone = parseAmount(text);
        const meant = alone.ok ? alone.value : alone.issue.kind === 'separator' ? alone.issue.reading : null;
        const issue = issueOf(before ? sign + blank + text : text + blank + sign);
        if (meant === null) expect(issue?.kind).not.toBe('currency');
        else expect(issue).toEqual({ kind: 'currency', reading: meant });
      }),
      { numRuns: times(200, 1_000) },
    );
  });

  test('parsing an amount never throws and yields only whole cents in range', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...`0123456789.,' -+e\u00a0`), maxLength: 15 }), (text) => {
        const parsed = parseAmount(text);
        if (!parsed.ok) return;
        expect(Number.isSafeInteger(parsed.value)).toBe(true);
        expect(parsed.value).toBeGreaterThan(0);
        expect(parsed.value).toBeLessThanOrEqual(maxAmount);
        expect(text.trim()).toMatch(/^\d*\.?\d{0,2}$/);
      }),
      { numRuns: times(200, 1_000) },
    );
  });
});

describe('an amount as the service answers it', () => {
  test.each<[unknown, number | null]>([
    ['30.0', 30_00],
    [30, 30_00],
    [30.5, 30_50],
    ['30.00', 30_00],
    ['30', 30_00],
    [' 30.10 ', 30_10],
    ['30.1000', 30_10],
    ['0.0', 0],
    ['1.0E7', 10_000_000_00],
    ['1.234567891E7', 12_345_678_91],
    ['9.9999999999E8', maxAmount],
    ['1.2345678912E7', null],
    ['9.9E99', null],
    ['1.0E-4', null],
    [0.1 + 0.2, null],
    ['30.001', null],
    ['1,234.50', null],
    ['-5', null],
    [1e21, null],
    [Number.NaN, null],
    ['9'.repeat(30), null],
    [null, null],
    [{}, null],
    [true, null],
    ['', null],
  ])('the answered amount %j is %s', (raw, value) => {
    expect(readDecimal(raw)).toBe(value);
  });

  test('an amount is read the same as text and as a JSON number', () => {
    fc.assert(
      fc.property(amount, (value) => {
        expect(readDecimal(JSON.parse(decimalText(value)))).toBe(value);
      }),
    );
  });
});

describe('the tax within a total', () => {
  test.each([
    [107_00, 700, 7_00],
    [100_00, 700, 6_54],
    [1, 700, 0],
    [125_50, 0, 0],
    [110_00, 1000, 10_00],
    [15, 5000, 5],
    [maxAmount, 700, 6542056075],
  ])('the tax of %i cents at %i basis points is %i', (total, rate, tax) => {
    expect(taxWithin(total, rate)).toBe(tax);
  });

  test('half of a tax is withheld, the odd cent with it', () => {
    expect([0, 1, 2, 7_00, 7_01].map(withheldOf)).toEqual([0, 1, 1, 3_50, 3_51]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: maxAmount }), (tax) => {
        const kept = tax - withheldOf(tax);
        expect(withheldOf(tax) - kept).toBe(tax % 2);
      }),
    );
  });

  test('the tax is the exact fraction, rounded half a cent upwards', () => {
    fc.assert(
      fc.property(amount, fc.integer({ min: 0, max: 10_000 }), (total, rate) => {
        const tax = BigInt(taxWithin(total, rate));
        // |tax − total·rate/(10000+rate)| ≤ ½, and on a tie the larger: −½ < tax − exact ≤ ½, in whole numbers.
        const scaled = 2n * (tax * (10_000n + BigInt(rate)) - BigInt(total) * BigInt(rate));
        expect(scaled > -(10_000n + BigInt(rate)) && scaled <= 10_000n + BigInt(rate)).toBe(true);
        expect(tax <= BigInt(total)).toBe(true);
      }),
      { numRuns: times(200, 1_000) },
    );
  });
});
