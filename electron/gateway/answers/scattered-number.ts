/** Finds the keyed card number in an answer that spells or splits it: in several members, in a list, backwards, as codes. */
import type { Span } from '#shared/texts/card-numbers.ts';

/** Text with digits of its own between those of the number: the name of a member, markup, an escape, the prefix of a code. */
const between =
  /"(?:[^"\\0-9]|\\.){0,40}(?:[0-9]{1,3}(?:[^"\\0-9]|\\.){0,40})?"\s{0,20}:|<[^<>]{1,200}>|%[0-9a-f]{2}|\\u[0-9a-f]{4}|(?:0x|u[+{]?00)(?=3[0-9])|\\0(?=[67][0-7])/gi;

/**
 * Returns where the digits of the number stand, group by group, with anything but digits between the groups: from either end, or
 * as the codes of its characters. So many digits in one order stand nowhere by chance.
 */
export function scatteredNumber(text: string, cardNumber: string): readonly Span[] {
  const digits = [...cardNumber];
  const spellings = [
    cardNumber,
    digits.toReversed().join(''),
    Buffer.from(cardNumber).toString('hex'),
    digits.map((digit) => digit.charCodeAt(0)).join(''),
    digits.map((digit) => digit.charCodeAt(0).toString(8)).join(''),
  ];
  const blanked = text.replace(between, (all) => ' '.repeat(all.length));
  return [text, blanked].flatMap((each) => spansIn(each, spellings));
}

/** Digits of a part that may not be kept: eight, but for the first eight, which name the bank (PCI DSS 3.4.1). */
const partLength = 8;

/** Returns the runs of digits with a long part of the number, which another member may complete in another order. */
export function longParts(text: string, cardNumber: string): readonly Span[] {
  const parts = Array.from({ length: cardNumber.length - partLength }, (_, at) =>
    cardNumber.slice(at + 1, at + 1 + partLength),
  );
  return [...text.matchAll(/[0-9]{8,}/g)]
    .filter(([run]) => parts.some((part) => run.includes(part)))
    .map(({ 0: run, index }) => ({ from: index, to: index + run.length }));
}

function spansIn(text: string, spellings: readonly string[]): readonly Span[] {
  const digits = text.replace(/[^0-9]+/g, '');
  const found = spellings.flatMap((spelling) => placesOf(spelling, digits));
  if (found.length === 0) return [];
  const places = [...text.matchAll(/[0-9]/g)].map(({ index }) => index);
  return found.flatMap(({ from, to }) => groupsOf(places.slice(from, to)));
}

function groupsOf(places: readonly number[]): readonly Span[] {
  const groups: Span[] = [];
  for (const place of places) {
    const last = groups.at(-1);
    if (last?.to === place) groups[groups.length - 1] = { from: last.from, to: place + 1 };
    else groups.push({ from: place, to: place + 1 });
  }
  return groups;
}

function placesOf(part: string, whole: string): readonly Span[] {
  const places: Span[] = [];
  for (let from = whole.indexOf(part); from !== -1; from = whole.indexOf(part, from + part.length))
    places.push({ from, to: from + part.length });
  return places;
}
