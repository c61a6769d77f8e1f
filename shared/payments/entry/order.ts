/**
 * Orders that other programs hand over: everything of a payment but the card. One strict parser for links
 * (`caja://charge?amount=12.50&concept=…`) and for the command line. Names issues, never a value.
 */
import { z } from 'zod';
import { idSchema } from '#shared/identifiers.ts';
import { draftShape } from '#shared/payments/field-schemas.ts';
import { decimalText, parseAmount } from '#shared/payments/money.ts';
import { paymentFields } from '#shared/payments/payment-fields.ts';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import { dividedName } from './full-name.ts';
import { formedText } from '#shared/texts/text-kinds.ts';

/** Names of a link, and of the options of the command line. */
export const orderParams = ['amount', 'concept', 'description', 'name', 'email', 'phone'] as const;
type OrderParam = (typeof orderParams)[number];

const isParam = (name: string): name is OrderParam => (orderParams as readonly string[]).includes(name);

/** Fields of the Charge form that an order fills, as texts to key. */
const orderFields = ['concept', 'description', 'firstName', 'lastName', 'email', 'phone'] as const;
const fieldSchemas = draftShape(orderFields);

/** Texts as the form takes them. What is handed over by another process is held against the rules of a link again. */
const orderSchema = z
  .partialRecord(
    z.enum(['amount', ...orderFields]),
    formedText(Math.max(...orderFields.map((name) => paymentFields[name].max))),
  )
  .refine(isKeyable);
export type Order = z.infer<typeof orderSchema>;

const orderReasons = [
  /** It is no link of this program, or is cut or spelled wrongly. */
  'malformed',
  'too-long',
  'unknown',
  'twice',
  /** A number, expiry or code of a card is asked for by its name. */
  'card-data',
  /** A text holds a card number. */
  'card-number',
  'empty',
  /** It is no amount, e-mail address or telephone number of the form. */
  'format',
  /** A character that is not printed, or turns the direction of the text. */
  'character',
  /** Too many orders wait already. */
  'too-many',
] as const;

/** A name that may be shown. One with digits could itself be a card number. */
const sayableName = /^[a-z][a-z-]{0,29}$/i;

const orderIssueSchema = z.strictObject({
  /** Name that the issue is about: a known one, or one of letters alone. Null for the whole. */
  param: formedText(40).regex(sayableName).nullable(),
  reason: z.enum(orderReasons),
});
export type OrderIssue = z.infer<typeof orderIssueSchema>;

export const readOrderSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('order'), order: orderSchema }),
  z.strictObject({ kind: z.literal('refused'), issues: z.array(orderIssueSchema).min(1).max(40).readonly() }),
]);
export type ReadOrder = z.infer<typeof readOrderSchema>;

export const waitingOrderSchema = z.strictObject({
  id: idSchema,
  read: readOrderSchema,
  /** Number of orders that wait behind this one. */
  more: z.int().nonnegative(),
});
export type WaitingOrder = z.infer<typeof waitingOrderSchema>;

/** Longest link in characters. Room for every field at its limit with each character spelled in percent. */
const longestLink = 8_000;
const mostIssues = 20;

const refused = (issues: readonly OrderIssue[]): ReadOrder => ({
  kind: 'refused',
  issues: issues.slice(0, mostIssues),
});

/** True for a text that wants to be a link of this program, right or wrong. */
export const isOrderLink = (text: string): boolean => /^caja:/i.test(text);

/** Reads a link. Its texts may be anything, because any web page can make one. */
export function readOrderLink(link: string): ReadOrder {
  if (link.length > longestLink) return refused([{ param: null, reason: 'too-long' }]);
  const query = /^caja:\/\/charge\/?\?([^#]*)$/i.exec(link)?.[1];
  if (query === undefined) return refused([{ param: null, reason: 'malformed' }]);
  const given = query.split('&').map(pairOf);
  const whole = given.filter((pair) => pair !== null);
  return whole.length === given.length ? readOrderTexts(whole) : refused([{ param: null, reason: 'malformed' }]);
}

/** Returns name and value of `name=value` as forms spell it; null when it is spelled wrongly. */
function pairOf(text: string): readonly [string, string] | null {
  const at = text.indexOf('=');
  if (at < 1) return null;
  try {
    return [spelledOut(text.slice(0, at)), spelledOut(text.slice(at + 1))];
  } catch {
    return null;
  }
}

const spelledOut = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));

/** Reads names and values in any order: known names, each once. All of it is right, or nothing is taken. */
export function readOrderTexts(given: readonly (readonly [name: string, value: string])[]): ReadOrder {
  const issues: OrderIssue[] = [];
  const order: Record<string, string> = {};
  const seen = new Set<string>();
  for (const [name, value] of given) {
    const param = sayable(name);
    if (isCardParam(name)) issues.push({ param, reason: 'card-data' });
    else if (!isParam(name)) issues.push({ param, reason: 'unknown' });
    else if (seen.has(name)) issues.push({ param, reason: 'twice' });
    else {
      const read = readParam(name, value);
      if (typeof read === 'string') issues.push({ param, reason: read });
      else Object.assign(order, read);
    }
    seen.add(name);
  }
  if (given.length === 0) issues.push({ param: null, reason: 'empty' });
  return issues.length > 0 ? refused(issues) : { kind: 'order', order };
}

const sayable = (name: string): string | null => (sayableName.test(name) ? name : null);

/** Names by which card data is handed over elsewhere, without marks, digits and case. */
const cardParams = new Set(
  (
    'card cardnumber cardno cardnum cardpan number pan ccnumber creditcard expiry expirydate expiration expirationdate ' +
    'exp expdate expmonth expyear cardexpiry cvv cvc cvvcode cvccode cid csc code securitycode cardcode track pin pinblock'
  ).split(' '),
);
export const isCardParam = (name: string): boolean => cardParams.has(name.toLowerCase().replace(/[^a-z]/g, ''));

/** Controls, marks of direction, and what no font prints. Blanks of any kind but the braille one are fine. */
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Marks on one letter that would cover the lines above and below. No language needs as many. */
const piledMarks = /\p{M}{5}/u;

/** Most characters of a text. A full name with its blanks has room in it. */
const longestText = 400;

function readParam(name: OrderParam, given: string): Order | OrderIssue['reason'] {
  const text = given.trim();
  if (text === '') return 'empty';
  if (text.length > longestText) return 'too-long';
  // Before a name is divided, because the halves of a card number are none.
  const issue = textIssue(name, text);
  if (issue !== null) return issue;
  switch (name) {
    case 'amount':
      return readAmount(text);
    case 'name':
      return readName(text);
    case 'concept':
    case 'description':
    case 'email':
    case 'phone':
      return readField(name, text);
  }
}

function textIssue(name: string, text: string): OrderIssue['reason'] | null {
  if (unprintable.test(text) || piledMarks.test(text)) return 'character';
  // A telephone number may look like a card number, so its field has a rule of its own.
  return name !== 'phone' && holdsCardNumber(text) ? 'card-number' : null;
}

function readAmount(text: string): Order | OrderIssue['reason'] {
  const parsed = parseAmount(text);
  if (parsed.ok) return { amount: decimalText(parsed.value) };
  return parsed.issue.kind === 'too-large' ? 'too-long' : 'format';
}

function readName(text: string): Order | OrderIssue['reason'] {
  const divided = dividedName(text);
  if (divided === null) return readField('firstName', text);
  const first = readField('firstName', divided.first);
  const last = readField('lastName', divided.last);
  if (typeof first === 'string') return first;
  return typeof last === 'string' ? last : { ...first, ...last };
}

function readField(name: (typeof orderFields)[number], text: string): Order | OrderIssue['reason'] {
  if (name === 'phone') {
    if (!/^[\d\s+().-]+$/.test(text)) return 'format';
    // No telephone number has 16 digits, nor 13 to 15 that begin like those of American Express.
    if (holdsCardNumber(`+${digitsOf(text)}`)) return 'card-number';
  }
  const result = fieldSchemas[name].safeParse(name === 'phone' ? digitsOf(text) : text);
  if (result.success) return text.length <= paymentFields[name].max ? { [name]: text } : 'too-long';
  const [issue] = result.error.issues;
  if (issue?.code === 'too_big') return 'too-long';
  return issue?.message === 'card-number-here' ? 'card-number' : 'format';
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

/** True when each text is as this file leaves it. */
function isKeyable(order: Readonly<Record<string, string>>): boolean {
  const texts = Object.entries(order);
  const isRight = ([name, text]: readonly [string, string]): boolean => {
    if (text !== text.trim() || textIssue(name, text) !== null) return false;
    const read = name === 'amount' ? readAmount(text) : readField(name as (typeof orderFields)[number], text);
    return typeof read !== 'string' && Object.values(read)[0] === text;
  };
  return texts.length > 0 && texts.every(isRight);
}
