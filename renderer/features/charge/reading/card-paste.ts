/** Reads a whole card that is pasted at once: number, expiry and code, with labels and separators between them. Pure. */
import { cardNumberIssue } from '#shared/payments/card.ts';
import { plainDigits } from '#shared/texts/digits.ts';

export interface PastedCard {
  readonly number: string;
  /** `09/30`; null when the text has none. */
  readonly expiry: string | null;
  readonly securityCode: string | null;
}

/** Characters within a number. Anything else ends it. */
const within = /^[ \t\u00a0\u2000-\u200d\u202f\u2060\ufeff.\-\u2010-\u2015]{0,3}$/u;
const mostGroups = 16;
/** Longest text of a card with its labels. The search in a spreadsheet's column of numbers would take minutes. */
const longestText = 500;

interface Found extends PastedCard {
  readonly start: number;
  readonly end: number;
}

/** Returns the numbers of whole groups of digits that are card numbers, the longest of each beginning. */
function numbersIn(text: string): readonly Found[] {
  const groups = [...text.matchAll(/\d+/g)];
  const found: Found[] = [];
  for (let first = 0; first < groups.length; first++) {
    let digits = '';
    let longest: Found | null = null;
    for (let last = first; last < Math.min(groups.length, first + mostGroups); last++) {
      const group = groups[last];
      const before = groups[last - 1];
      if (group === undefined) break;
      const gap = before === undefined ? '' : text.slice(before.index + before[0].length, group.index);
      if (last > first && !within.test(gap)) break;
      digits += group[0];
      if (digits.length > 16) break;
      if (cardNumberIssue(digits) !== null) continue;
      const start = groups[first]?.index ?? 0;
      longest = { number: digits, expiry: null, securityCode: null, start, end: group.index + group[0].length };
    }
    if (longest === null) continue;
    found.push(longest);
    while ((groups[first + 1]?.index ?? Number.POSITIVE_INFINITY) < longest.end) first++;
  }
  return found;
}

const month = '(0[1-9]|1[0-2]|[1-9])';
/** Notations of an expiry, the clearest first. */
const notations: readonly { readonly pattern: RegExp; readonly yearFirst: boolean }[] = [
  { pattern: new RegExp(`(?<!\\d)(20\\d{2})\\s*[-/.]\\s*${month}(?!\\d)`), yearFirst: true },
  { pattern: new RegExp(`(?<!\\d)${month}\\s*[-/.]\\s*((?:20)?\\d{2})(?!\\d)`), yearFirst: false },
  { pattern: /(?<!\d)(0[1-9]|1[0-2])(20\d{2})(?!\d)/, yearFirst: false },
  { pattern: /(?<!\d)(0[1-9]|1[0-2]) ?(\d{2})(?!\d)/, yearFirst: false },
];

/** Returns the first expiry of a text, and the text around it. */
function expiryIn(text: string): { readonly expiry: string; readonly rest: string } | null {
  for (const { pattern, yearFirst } of notations) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const [whole, one = '', two = ''] = match;
    const [monthText, year] = yearFirst ? [two, one] : [one, two];
    const rest = `${text.slice(0, match.index)}|${text.slice(match.index + whole.length)}`;
    return { expiry: `${monthText.padStart(2, '0')}/${year.slice(-2)}`, rest };
  }
  return null;
}

/**
 * Returns the card in a text; null without a card number, or with two different ones. Takes the expiry and the code from what stands
 * around the number.
 */
export function pastedCard(text: string): PastedCard | null {
  if (text.length > longestText) return null;
  const plain = plainDigits(text);
  const numbers = numbersIn(plain);
  const [first] = numbers;
  if (first === undefined || numbers.some(({ number }) => number !== first.number)) return null;
  let around = plain;
  for (const { start, end } of numbers.toReversed()) around = `${around.slice(0, start)}|${around.slice(end)}`;
  const dated = expiryIn(around);
  const code = /(?<![\d+])\d{3}(?!\d)/.exec(dated?.rest ?? around);
  return { number: first.number, expiry: dated?.expiry ?? null, securityCode: code?.[0] ?? null };
}
