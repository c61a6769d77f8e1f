/**
 * Tolerant mode: turns requests that shipped clients send, and that the service takes, into the form of its document. Every check
 * follows as in strict mode, so a wrong key, card or amount is refused all the same (field notes).
 */
import { isIP } from 'node:net';
import { brandOf } from '#shared/payments/card.ts';
import { objectOf, type ExpectedField } from './expected-fields.ts';

type JsonFields = Readonly<Record<string, unknown>>;
type FormFields = ReadonlyMap<string, string>;

/** Letters of the names that clients give each type, as `Auth-Capt` does, beside those of the type itself. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  AUTH_CAPTURE: ['AUTHCAPT', 'SALE'],
  SALE: ['AUTHCAPT', 'AUTHCAPTURE'],
  CAPTURE: ['CAPT'],
  CAPT: ['CAPTURE'],
};

const letters = (text: string): string => text.toUpperCase().replaceAll(/[^A-Z]/g, '');

/** Returns the type that a text names: exactly or, in tolerant mode, by its letters; null for another text. */
export function typeNamed<Type extends string>(types: readonly Type[], text: string, tolerant: boolean): Type | null {
  const names = (type: Type): readonly string[] => [letters(type), ...(aliases[type] ?? [])];
  return types.find((type) => type === text || (tolerant && names(type).includes(letters(text)))) ?? null;
}

/** True for the key with which a client asks for 3-D Secure. */
export const wantsChallenge = ({ isForm }: JsonFields): boolean => isForm === true || isForm === 'true';

/** Rewrites the body of family A. Unknown keys and fields of other operations, such as `lang` on CAPTURE, are dropped. */
export function tolerantBody(fields: JsonFields, own: readonly string[], keyed: readonly ExpectedField[]): JsonFields {
  const known = knownOnly(fields, own, keyed);
  const { customFieldValues, ipCheck, additionalData, ...rest } = known;
  return {
    ...rest,
    ...changed(rest, 'cclw', trimmed),
    ...changed(rest, 'amount', decimal),
    ...changed(rest, 'taxAmount', decimal),
    ...changed(rest, 'email', trimmed),
    ...changed(rest, 'phone', digitsOnly),
    ...changed(rest, 'lang', (lang) => (typeof lang === 'string' ? lang.toUpperCase() : lang)),
    ...(customFieldValues === undefined ? {} : { customFieldValues: tolerantFields(customFieldValues) }),
    // These decide nothing here, so a right kind of value is enough: lists as items, IPv6.
    ...(additionalData === undefined || objectOf(additionalData) !== null ? {} : { additionalData }),
    ...(ipCheck === undefined || (typeof ipCheck === 'string' && isIP(ipCheck) !== 0) ? {} : { ipCheck }),
  };
}

/** Writes the items as texts: numbers and null as values, `label` for `nameOrLabel`, lists and other things as no item. */
const tolerantFields = (items: unknown): unknown =>
  Array.isArray(items)
    ? items.flatMap((item: unknown) => {
        const { id, nameOrLabel, label, value } = objectOf(item) ?? {};
        return objectOf(item) === null
          ? []
          : [{ id: scalarText(id), nameOrLabel: scalarText(nameOrLabel ?? label), value: scalarText(value) }];
      })
    : items;

const scalarText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** Rewrites `cardInformation`. A card type that is missing or is no brand follows from the number. */
export function tolerantCard(fields: JsonFields, own: readonly string[], keyed: readonly ExpectedField[]): JsonFields {
  const known = knownOnly(fields, own, keyed);
  const number = typeof known['cardNumber'] === 'number' ? String(known['cardNumber']) : known['cardNumber'];
  const cardNumber = typeof number === 'string' ? number.replaceAll(/[\s-]/g, '') : number;
  const cardType = brandNamed(known['cardType']) ?? (typeof cardNumber === 'string' ? brandOf(cardNumber) : null);
  return {
    ...known,
    ...(cardNumber === undefined ? {} : { cardNumber }),
    ...(cardType === null ? {} : { cardType }),
    ...changed(known, 'expMonth', twoDigits),
    ...changed(known, 'expYear', lastTwoDigits),
    ...fullName(known, 'firstName', 'lastName'),
  };
}

/** Rewrites the fields of family B: `TxType` as `txType`, a month of one digit, `Ip` and other unknown fields dropped. */
export function tolerantForm(
  fields: FormFields,
  own: readonly string[],
  keyed: readonly ExpectedField[],
): ReadonlyMap<string, string> {
  const values = new Map([...fields].filter(([name, value]) => value !== '' && isKnown(name, own, keyed)));
  const change = (name: string, to: (value: string) => unknown): void => {
    const value = values.get(name);
    if (value !== undefined) values.set(name, String(to(value)));
  };
  const { Name, LastName } = fullName(Object.fromEntries(values), 'Name', 'LastName');
  if (typeof Name === 'string') values.set('Name', Name);
  if (typeof LastName === 'string') values.set('LastName', LastName);
  change('CMTN', decimal);
  change('ExpMonth', twoDigits);
  change('Tel', (value) => (isDash(value) ? value : digitsOnly(value)));
  return values;
}

/** Returns `txType` under either of the names in use. */
export const transactionTypeIn = (fields: FormFields, tolerant: boolean): string | undefined =>
  fields.get('txType') ?? (tolerant ? fields.get('TxType') : undefined);

/** Returns both names. A name of one field is divided before its last word; one word has a dash beside it. */
function fullName(fields: JsonFields, first: string, last: string): JsonFields {
  const [given, family] = [trimmed(fields[first]), trimmed(fields[last])];
  if (typeof given !== 'string' || (family !== undefined && family !== '')) {
    return { ...changed(fields, first, trimmed), ...changed(fields, last, trimmed) };
  }
  const [, start = given, end = '-'] = /^(.*\S)\s+(\S+)$/.exec(given) ?? [];
  return { [first]: start, [last]: end };
}

/** A dash stands for an e-mail or a telephone that the merchant doesn't have. */
export const isDash = (value: unknown): boolean => value === '-';

const isKnown = (name: string, own: readonly string[], keyed: readonly ExpectedField[]): boolean =>
  own.includes(name) || keyed.some((field) => field.name === name);

const knownOnly = (fields: JsonFields, own: readonly string[], keyed: readonly ExpectedField[]): JsonFields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => value !== null && value !== undefined && value !== '' && isKnown(name, own, keyed),
    ),
  );

const changed = (fields: JsonFields, name: string, to: (value: unknown) => unknown): JsonFields =>
  name in fields ? { [name]: to(fields[name]) } : {};

/** Rounds a decimal to cents, because clients that compute with floats send `13.100000000000001`. Leaves other texts alone. */
function decimal(value: unknown): unknown {
  const parts = /^\s*(\d{1,12})(?:\.(\d*))?\s*$/.exec(String(value));
  if (!parts) return value;
  const [, whole = '', fraction = ''] = parts;
  const cents = BigInt(`${whole}${fraction.padEnd(2, '0').slice(0, 2)}`) + (fraction.charAt(2) >= '5' ? 1n : 0n);
  return `${String(cents / 100n)}.${String(cents % 100n).padStart(2, '0')}`;
}

const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

const digitsOnly = (value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll(/[\s()+.-]/g, '') : value;

const twoDigits = (value: unknown): unknown =>
  /^\s*\d{1,2}\s*$/.test(String(value)) ? String(value).trim().padStart(2, '0') : value;

const lastTwoDigits = (value: unknown): unknown =>
  /^\s*(20)?\d{2}\s*$/.test(String(value)) ? String(value).trim().slice(-2) : value;

/** Reads the names of brands in use; null for any other text. */
function brandNamed(value: unknown): 'VISA' | 'MASTERCARD' | null {
  const name = typeof value === 'string' ? value.replaceAll(/[\s_-]/g, '').toUpperCase() : '';
  if (name === 'VISA') return 'VISA';
  return ['MC', 'MASTER', 'MASTERCARD'].includes(name) ? 'MASTERCARD' : null;
}
