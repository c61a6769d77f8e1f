/**
 * THE rule for card numbers in texts, searches and logs: 13 to 19 digits that pass Luhn and begin like a payment card, with up to
 * three marks between two digits. Digits of any script count. Looks at each character a bounded number of times.
 */
import { digitValue } from './digits.ts';

/** Part of a text, as indices of UTF-16 units: `from` inclusive, `to` exclusive. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** Character that is neither digit nor mark. Keeps the length of a text in which longer spellings were replaced. */
const filler = 0;

/** Lengths of card numbers in digits (ISO/IEC 7812; the longest are those of UnionPay and Maestro). */
const shortest = 13;
const longest = 19;
/** Most marks between two digits of a number. A mark is any character but a letter or a digit. */
const mostMarks = 3;
/**
 * Digits from which a run in a search counts as the beginning of a card number. A telephone number of Panama with its country code
 * has 11, so those and shorter references are found. A number of 16 digits without five of them is no card number.
 */
const beginningOfCard = 12;
/** Longest telephone number after a + (E.164). */
const longestPhone = 15;

/**
 * First two digits of payment cards: 22 to 27 (Mir, Mastercard), 3 to 6, 81 and 82 (UnionPay, RuPay). Years and times in ms
 * begin otherwise, so dated references stay usable.
 */
const mayBeginCard = (first: number, second: number): boolean =>
  (first >= 3 && first <= 6) ||
  (first === 2 && second >= 2 && second <= 7) ||
  (first === 8 && second >= 1 && second <= 2);

/** A day as people write it, `26/04/2027`. On eight days of a month its digits begin like a card's, but no card is grouped so. */
const writtenDay = /(?<!\d)(?:0?[1-9]|[12]\d|3[01])(?<mark>[/.-])(?:0?[1-9]|1[0-2])\k<mark>20[2-4]\d(?!\d)/g;

/** Digits of a text with at most three marks between two of them, in the order of the text. */
interface Run {
  readonly digits: readonly number[];
  /** Beginning and end of each digit in the text. */
  readonly froms: readonly number[];
  readonly tos: readonly number[];
  /** Index of the first digit of each digit's group. A group has no marks inside. */
  readonly groups: readonly number[];
  /** True after a `+`, as telephone numbers are written. */
  readonly afterPlus: boolean;
}

/**
 * Returns where the text holds card numbers. Overlapping ones are one span.
 * @param cut `any` finds every window of a longer run of digits; for logs, where a wrong finding costs nothing. `seen` finds a
 * part of a longer run only as a person would write it, so that dates, telephone numbers and references stay usable
 */
export function cardNumbersIn(text: string, cut: 'any' | 'seen'): readonly Span[] {
  const found: Span[] = [];
  for (const run of runsOf(text)) {
    for (const span of numbersOf(run, cut)) {
      const last = found.at(-1);
      if (last === undefined || span.from >= last.to) found.push(span);
      else found[found.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    }
  }
  return found;
}

/**
 * True when a text that is to be kept contains a card number (PCI DSS 3.4.1). Looks under every layer of percent signs, and of the
 * spellings of JSON and HTML, because links get encoded twice. Passes over written days.
 */
export function holdsCardNumber(text: string): boolean {
  for (const run of runsOf(text.replaceAll(writtenDay, 'day'))) {
    if (!numbersOf(run, 'seen').next().done) return true;
  }
  const plain = plainSpelling(text);
  return plain !== text && holdsCardNumber(plain.replaceAll('\0', ''));
}

/**
 * True when a search must not leave the page: it contains a card number, or the beginning of one while it is typed. Searches
 * end up in the log of a database that logs its statements. A number after + is a telephone number.
 */
export function seeksCardNumber(text: string): boolean {
  for (const run of runsOf(text)) {
    const { digits, groups, afterPlus } = run;
    if (afterPlus && digits.length <= longestPhone && digits[0] !== 3) continue;
    for (let from = 0; from + beginningOfCard <= digits.length; from++) {
      if (mayBeginCard(digits[from] ?? 0, digits[from + 1] ?? 0) && isTyped(groups, from)) return true;
    }
    if (!numbersOf(run, 'seen').next().done) return true;
  }
  return false;
}

/** True when the digits begin a group and are grouped as cards are while they are typed: evenly, or 4-6-5 as American Express. */
function isTyped(groups: readonly number[], from: number): boolean {
  if (groups[from] !== from) return false;
  const lengths = groupLengths(groups, from, from + beginningOfCard);
  return isEven(lengths) || lengths.join('-') === '4-6-2';
}

/** Yields the runs of digits that are long enough for the beginning of a number. */
function* runsOf(text: string): Generator<Run> {
  let run = emptyRun(false);
  let marks = 0;
  let before = 0;
  let to = 0;
  for (let index = 0; index < text.length; index = to) {
    const code = text.codePointAt(index) ?? 0;
    to = index + (code > 0xffff ? 2 : 1);
    if (code === filler) {
      if (marks === 0 && run.tos.length > 0) run.tos[run.tos.length - 1] = to;
      continue;
    }
    const values = digitsOf(code);
    for (const value of values) {
      if (run.digits.length === 0) run = emptyRun(before === plus);
      run.groups.push(run.digits.length > 0 && marks === 0 ? (run.groups.at(-1) ?? 0) : run.digits.length);
      run.digits.push(value);
      run.froms.push(index);
      run.tos.push(to);
      marks = 0;
    }
    before = code;
    if (values.length > 0 || run.digits.length === 0) continue;
    marks += 1;
    if (marks <= mostMarks && !isLetter(code)) continue;
    if (run.digits.length >= beginningOfCard) yield run;
    run = emptyRun(false);
    marks = 0;
  }
  if (run.digits.length >= beginningOfCard) yield run;
}

const plus = 43;

const emptyRun = (afterPlus: boolean) => ({
  digits: [] as number[],
  froms: [] as number[],
  tos: [] as number[],
  groups: [] as number[],
  afterPlus,
});

/** Yields the card numbers of a run by their beginnings. */
function* numbersOf({ digits, froms, tos, groups, afterPlus }: Run, cut: 'any' | 'seen'): Generator<Span> {
  const sums = luhnSums(digits);
  for (let from = 0; from + shortest <= digits.length; from++) {
    const first = digits[from] ?? 0;
    const second = digits[from + 1] ?? 0;
    if (!mayBeginCard(first, second) && !(cut === 'any' && first === 2)) continue;
    for (let to = from + shortest; to <= Math.min(from + longest, digits.length); to++) {
      // The last digit is not doubled, so its place says which of the two sums counts.
      const sum = sums[(to - 1) % 2];
      if (sum?.[to] !== sum?.[from]) continue;
      if (cut === 'seen') {
        // No country has telephone numbers of 13 to 15 digits that begin with 3, but American Express and Diners do.
        if (afterPlus && from === 0 && to <= longestPhone && first !== 3) continue;
        const whole = from === 0 && to === digits.length;
        if (!whole && !(isUsualLength(to - from, first, second) && isSeen(groups, from, to))) continue;
      }
      yield { from: froms[from] ?? 0, to: tos[to - 1] ?? 0 };
    }
  }
}

/** True for the length of most cards that begin with these digits: American Express, Diners, UnionPay, then all others. */
function isUsualLength(length: number, first: number, second: number): boolean {
  if (first === 3 && (second === 4 || second === 7)) return length === 15;
  if (first === 3 && second !== 5) return length === 14;
  if (first === 6 && second === 2) return length >= 16;
  return length === 16;
}

/** True when marks set the digits off at both ends, or when they are evenly grouped. */
function isSeen(groups: readonly number[], from: number, to: number): boolean {
  if (groups[from] === from && (to === groups.length || groups[to] === to)) return true;
  return isEven(groupLengths(groups, from, to));
}

function groupLengths(groups: readonly number[], from: number, to: number): readonly number[] {
  const lengths: number[] = [];
  for (let at = from; at < to; at++) {
    if (at === from || groups[at] === at) lengths.push(1);
    else lengths[lengths.length - 1] = (lengths.at(-1) ?? 0) + 1;
  }
  return lengths;
}

/** True for groups of one length, the last of which may be shorter. */
const isEven = (lengths: readonly number[]): boolean =>
  lengths.every(
    (length, index) => length === lengths[0] || (index === lengths.length - 1 && length < (lengths[0] ?? 0)),
  );

/** Running Luhn sums, modulo 10, in which the digits at odd places, and those at even places, are doubled. */
function luhnSums(digits: readonly number[]): readonly [Uint8Array, Uint8Array] {
  const evenPlain = new Uint8Array(digits.length + 1);
  const oddPlain = new Uint8Array(digits.length + 1);
  for (let index = 0; index < digits.length; index++) {
    const digit = digits[index] ?? 0;
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2;
    evenPlain[index + 1] = ((evenPlain[index] ?? 0) + (index % 2 === 0 ? digit : doubled)) % 10;
    oddPlain[index + 1] = ((oddPlain[index] ?? 0) + (index % 2 === 0 ? doubled : digit)) % 10;
  }
  return [evenPlain, oddPlain];
}

/** A character as URLs, JSON and HTML spell it. */
const spelled = /%[0-9a-f]{2}|\\u[0-9a-f]{4}|\\[nrt]|&(?:nbsp|#\d{1,5}|#x[0-9a-f]{1,4});/gi;

/**
 * Replaces characters as URLs, JSON and HTML spell them by themselves. The text keeps its length, so places in it stay.
 * @returns the same text when it has none
 */
export const plainSpelling = (text: string): string =>
  text.replace(spelled, (all) => spelledCharacter(all).padEnd(all.length, '\0'));

function spelledCharacter(all: string): string {
  if (all.startsWith('%')) return String.fromCharCode(Number.parseInt(all.slice(1), 16));
  if (/^\\u/i.test(all)) return String.fromCharCode(Number.parseInt(all.slice(2), 16));
  if (/^&#x/i.test(all)) return String.fromCharCode(Number.parseInt(all.slice(3), 16));
  return all.startsWith('&#') ? String.fromCharCode(Number.parseInt(all.slice(2), 10)) : ' ';
}

const none: readonly number[] = [];
const single: readonly (readonly number[])[] = Array.from({ length: 10 }, (_, digit) => [digit]);

/** Returns the digits that a character stands for: one for a digit of any script, several for such as ⑯, mostly none. */
function digitsOf(code: number): readonly number[] {
  if (code < 0x80) return code >= 48 && code <= 57 ? (single[code - 48] ?? none) : none;
  const character = String.fromCodePoint(code);
  if (/^\p{Nd}$/u.test(character)) return single[digitValue(code)] ?? none;
  if (!/^\p{N}$/u.test(character)) return none;
  const plain = character.normalize('NFKC');
  return /^\d+$/.test(plain) ? [...plain].map(Number) : none;
}

const isLetter = (code: number): boolean =>
  code < 0x80
    ? (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
    : /^[\p{L}\p{N}]$/u.test(String.fromCodePoint(code));
