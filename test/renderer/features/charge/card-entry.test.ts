/** Display of a card number and an expiry while they are keyed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanCardNumber } from '#shared/payments/card.ts';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import {
  caretAfterDigits,
  groupedCardNumber,
  maskedCardNumber,
  slashedExpiry,
} from '#renderer/features/charge/reading/card-entry.ts';

test('a card number is grouped by four digits, and other characters stay as typed', () => {
  expect(groupedCardNumber('4059310181757001')).toBe('4059 3101 8175 7001');
  expect(groupedCardNumber('4059-3101 8175.7001')).toBe('4059 3101 8175 7001');
  expect(groupedCardNumber('40593')).toBe('4059 3');
  expect(groupedCardNumber('4059x3')).toBe('4059x3');
});

test('grouping a card number never changes its digits', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{0,19}$/), (digits) => {
      expect(cleanCardNumber(groupedCardNumber(digits))).toBe(digits);
    }),
  );
});

test('the mask of a card number shows at most the last four digits', () => {
  expect(maskedCardNumber('4059310181757001')).toBe('•••• •••• •••• 7001');
  fc.assert(
    fc.property(fc.stringMatching(/^\d{13,19}$/), (digits) => {
      expect(maskedCardNumber(digits).replace(/\D/g, '')).toBe(digits.slice(-4));
    }),
  );
});

test('the caret keeps its place among the digits of a card number', () => {
  expect(caretAfterDigits('4059 3101', 0)).toBe(0);
  expect(caretAfterDigits('4059 3101', 4)).toBe(4);
  expect(caretAfterDigits('4059 3101', 5)).toBe(6);
  expect(caretAfterDigits('4059 3101', 8)).toBe(9);
});

test('the slash of an expiry is inserted automatically and can be deleted', () => {
  const keyed = (keys: string): string => [...keys].reduce((before, key) => slashedExpiry(before + key, before), '');
  expect(keyed('0930')).toBe('09/30');
  expect(keyed('930')).toBe('09/30');
  expect(keyed('09/30')).toBe('09/30');
  expect(keyed('1230')).toBe('12/30');
  expect(slashedExpiry('09', '09/')).toBe('09');
  expect(slashedExpiry('0930', '')).toBe('09/30');
});

test('a card number in any notation is found in a text, and other numbers are not', () => {
  for (const text of [
    '4059310181757001',
    'pay with 4059 3101 8175 7001 please',
    'order 12 5517-7479-5203-9692',
    '4059 3101 8175 7001 09 30 123',
    'x40593101817570019',
  ]) {
    expect(holdsCardNumber(text), text).toBe(true);
  }
  for (const text of ['', 'order 1182', '4059310181757002', '+507 6020-1236', '6013770095374264']) {
    expect(holdsCardNumber(text), text).toBe(false);
  }
});
