/** Decimal digits of any script, as input methods and copied texts bring them: full-width, Arabic-Indic, mathematical. */

/** Returns the value of a decimal digit. Unicode lists the ten of a script in a row. */
export function digitValue(code: number): number {
  const plain = String.fromCodePoint(code).normalize('NFKC');
  if (/^\d$/.test(plain)) return Number(plain);
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}

const foreignDigit = /(?![0-9])\p{Nd}/gu;

/** Writes every decimal digit as 0 to 9. Leaves everything else alone. */
export const plainDigits = (text: string): string =>
  text.replace(foreignDigit, (character) => String(digitValue(character.codePointAt(0) ?? 0)));
