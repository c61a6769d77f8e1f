/**
 * THE kinds of texts in messages, documents and files. Each is bounded first, so that no other rule looks at a longer text, and
 * refuses card numbers (PCI DSS 3.4.1) unless its kind says why it may hold the digits of one.
 */
import { z } from 'zod';
import { cardNumbersIn, holdsCardNumber, seeksCardNumber } from './card-numbers.ts';

/** Blanks that may be pasted around a text that is trimmed, in characters. */
const blanksAround = 200;

/** Message of a text that holds a card number. */
export const cardNumberHere = 'card-number-here';

const bounded = (max: number): z.ZodString => z.string().max(max, { abort: true });

/** A text of 1 to `max` characters without the blanks around it. @param written returns the text as it is kept */
const trimmed = (max: number, written = (text: string): string => text): z.ZodString =>
  bounded(max + blanksAround)
    .overwrite(written)
    .trim()
    .min(1)
    .max(max, { abort: true });

/** Replaces NUL, which PostgreSQL refuses, and half surrogate pairs, which a ledger keeps as another text than was signed. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '\uFFFD');

/** Takes out marks that turn the direction of a text, because an amount behind such a name would read backwards. */
const keyed = (text: string): string => storable(text).replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');

/** Refuses texts that hold a card number. */
const without =
  (holds: (text: string) => boolean) =>
  ({ value, issues }: z.core.ParsePayload<string>): void => {
    if (holds(value)) issues.push({ code: 'custom', message: cardNumberHere, input: value, continue: true });
  };

/** A text of at most `max` characters. Add further rules behind it. */
export const freeText = (max: number): z.ZodString => bounded(max).overwrite(keyed).check(without(holdsCardNumber));

/** The same of at least one character, without the blanks around it: a name, a reason. */
export const nameText = (max: number): z.ZodString => trimmed(max, keyed).check(without(holdsCardNumber));

/** A text to search for. Refuses the beginning of a card number too, because databases log their statements. */
export const searchText = (max: number): z.ZodString => bounded(max).overwrite(keyed).check(without(searchHoldsCard));

/** An id, a date or an encoded file: its form, checked behind it, has no room for a number that a person keyed. */
export const formedText = (max: number): z.ZodString => bounded(max);

/** A text with its own rule for card numbers behind it, because honest ones look like them: a telephone or tax number. */
export const numberText = (max: number, holds: (text: string) => boolean): z.ZodString =>
  bounded(max).check(without(holds));

/** An IPv4 address with its port. Next to another one its digits may look like a card number. */
const hostAndPort = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?(?![\d.])/g;

/** True for an address with a card number outside its IP addresses and ports. */
export const addressHoldsCard = (text: string): boolean => holdsCardNumber(text.replaceAll(hostAndPort, 'host'));

/** 32 hexadecimal digits with a letter among them, or digits before a letter, as references have them and no written card number. */
const digitsOfReference = /(?<![\da-z])(?=\d*[a-f])[\da-f]{32}(?![\da-z])|\d+(?=\p{L})/giu;

/**
 * Takes unbroken digits out of a text that are more than the 19 of the longest card number, as operation codes have them. Keeps
 * those that begin with a card number, as one is keyed with its expiry and code, unless letters and an underscore lead.
 */
const withoutLongNumbers = (text: string): string =>
  text.replaceAll(/(\p{L}_)?(?<!\p{N})\d{20,}/gu, (digits, prefix?: string) =>
    prefix === undefined && cardNumbersIn(digits, 'seen')[0]?.from === 0 ? digits : 'x',
  );

/** True for a reference of the service with a card number beside it. One in 700 hexadecimal tokens looks like one. */
export const referenceHoldsCard = (text: string): boolean =>
  holdsCardNumber(withoutLongNumbers(text.replaceAll(digitsOfReference, 'x')));

/** True for a search that must not leave the page, because more than a reference looks like a card number or begins like one. */
export const searchHoldsCard = (text: string): boolean => seeksCardNumber(withoutLongNumbers(text));

/** A URL. */
export const addressText = (max: number): z.ZodString => bounded(max).check(without(addressHoldsCard));

/** Content of a certificate file, as it was chosen. Its encoding may look like a card number. */
export const fileText = (max: number): z.ZodString => bounded(max).meta({ kind: 'file' });

/** Part of the keyed card, which lives from submit to the wire. */
export const cardText = (max: number): z.ZodString => bounded(max).meta({ kind: 'card' });

/** A secret, kept as a hash or ciphertext and never shown. Issued keys may look like a card number. */
export const secretText = (max: number): z.ZodString => bounded(max).meta({ kind: 'secret' });

/** The same, pasted with blanks around it. */
export const pastedSecret = (max: number): z.ZodString => trimmed(max).meta({ kind: 'secret' });

/** Made by a program, compared or sent on, and never recorded. Its digits may look like a card number. */
export const opaqueText = (max: number): z.ZodString => trimmed(max).meta({ kind: 'opaque' });

/**
 * Returns the schema as it reads back what was accepted before: it passes over the refusal of card numbers, whose rule may have
 * changed since. For documents on disk and the results of calls. A codec's inner schema needs it too.
 */
export function readBack<Schema extends z.core.$ZodType>(schema: Schema): Schema {
  const lenient = z.core.clone(schema);
  const { run } = lenient._zod;
  lenient._zod.run = (payload, context) => {
    const result = run(payload, context);
    if (result instanceof Promise || result.aborted === true) return result;
    result.issues = result.issues.filter(({ message }) => message !== cardNumberHere);
    return result;
  };
  return lenient;
}
