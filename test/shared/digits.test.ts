/** Decimal digits of any script are read as 0 to 9. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainDigits } from '#shared/texts/digits.ts';
import { anyText } from '#test/fixtures/any-text.ts';

/** Zeros of some scripts: full-width, Arabic-Indic, Persian, Devanagari, Thai, mathematical bold and monospaced. */
const zeros = [0xff10, 0x0660, 0x06f0, 0x0966, 0x0e50, 0x1d7ce, 0x1d7f6];

test('digits of every script are written as 0 to 9', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9 /-]{0,30}$/), fc.constantFrom(...zeros), (text, zero) => {
      const foreign = text.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
      expect(plainDigits(foreign)).toBe(text);
    }),
  );
});

test('characters that are no decimal digits stay as they are', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      expect(plainDigits(text).replace(/[0-9]/g, '')).toBe(text.replace(/\p{Nd}/gu, ''));
    }),
  );
  expect(plainDigits('½ ² ① Ⅷ B/. 12')).toBe('½ ² ① Ⅷ B/. 12');
});
