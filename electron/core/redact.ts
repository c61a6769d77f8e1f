/** Redacts logs: no card number, security code, key or web code reaches a log, whatever the line contains (invariant 5). */
import { passesLuhn } from '#shared/payments/card.ts';

const removed = '[removed]';
const cardRemoved = '[card number removed]';

/** Names of secret values, the service's and ours. Compared without case, `_` and `-`. */
const secretNames = [
  'cardnumber',
  'ccnum',
  'pan',
  'number',
  'cvv',
  'cvv2',
  'cvc',
  'securitycode',
  'secrethash',
  'cclw',
  'authorization',
  'clientcertificate',
  'clientkey',
  'cardtoken',
  'cardfingerprint',
  'duplicateguardkey',
] as const;
/** Endings of secret names, such as `clientCertificatePassphrase` or `ledgerPassword`. */
const secretEndings = ['apikey', 'passphrase', 'password', 'privatekey'] as const;

const plainName = (name: string): string => name.toLowerCase().replace(/[_-]/g, '');
const isSecretName = (name: string): boolean =>
  (secretNames as readonly string[]).includes(plainName(name)) ||
  secretEndings.some((ending) => plainName(name).endsWith(ending));

// Each letter may be followed by the `_` or `-` that `plainName` removes.
const anyOf = (names: readonly string[]) => names.map((name) => [...name].join('[_-]?')).join('|');
const name = String.raw`(?:(?<![A-Za-z0-9])(?:${anyOf(secretNames)})|${anyOf(secretEndings)})`;
/** A JSON string, a nested one (both quotes escaped equally often), a single-quoted string, a list, or a word. */
const value = String.raw`"(?:\\.|[^"\\])*"|(\\+)"[\s\S]*?(?<!\\)\3"|'[^']*'|\[[^\]]*\]|[^\s&,;}\]]+`;
/** `"cvv": "123"`, `\"cvv\":\"123\"`, `cvv=123&`, `authorization: A|B`, `"authorization","A|B"`, up to the end of the value. */
const named = new RegExp(String.raw`(${name}(?:\\*["']?\s*[:=]|\\*["']\s*,)\s*)(${value})`, 'giu');
const pem = /-----BEGIN [A-Z ]*(?:PRIVATE KEY|CERTIFICATE)-----[\s\S]*?(?:-----END [A-Z ]*-----|$)/g;

/** Separators between digits: blanks, dashes, dots, invisible characters, and both encodings of forms. */
const between = String.raw`(?:[\s.+_\-\u00ad\u2010-\u2015\u200b-\u200f\u2060\ufeff]|%20|%2d){0,3}`;
const digitRun = new RegExp(String.raw`\d(?:${between}\d){12,}`, 'giu');

/** Removes secrets from a line of the log. */
export function redactText(text: string): string {
  return text
    .replace(pem, removed)
    .replace(named, (_match, before: string) => `${before}${removed}`)
    .replace(digitRun, redactRun);
}

/** Removes possible card numbers from a run of digits. Keeps the rest, so that an amount beside one stays readable. */
function redactRun(run: string): string {
  // Digits of an encoded separator do not belong to the number.
  const positions = [...run.replace(/%20|%2d/gi, '   ').matchAll(/\d/g)].map((match) => match.index);
  const digits = positions.map((position) => run.charAt(position)).join('');
  const secret = new Set<number>();
  for (let start = 0; start + 13 <= digits.length; start++) {
    for (let end = start + 13; end <= Math.min(start + 19, digits.length); end++) {
      if (mayBeCardNumber(digits.slice(start, end))) for (let index = start; index < end; index++) secret.add(index);
    }
  }
  let kept = '';
  let copied = 0;
  for (const [index, position] of positions.entries()) {
    if (!secret.has(index)) continue;
    if (!secret.has(index - 1)) kept += run.slice(copied, position) + cardRemoved;
    copied = position + 1;
  }
  return kept + run.slice(copied);
}

/** True for a possible card number. Those begin with 2 to 6 (ISO/IEC 7812), times in ms with 1, so times stay. */
const mayBeCardNumber = (digits: string): boolean => /^[2-6]/.test(digits) && passesLuhn(digits);

/** Removes secrets from a logged value: from text, errors, and object members with secret names. */
export function redactValue(value: unknown, seen: ReadonlySet<unknown> = new Set()): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'number' || typeof value === 'bigint') {
    const text = redactText(String(value));
    return text === String(value) ? value : text;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (seen.has(value)) return '[circular]';
  const inside = new Set(seen).add(value);
  if (Array.isArray(value)) return value.map((item: unknown) => redactValue(item, inside));
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return '[bytes]';
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    const members = { ...value, name, message, stack: stack ?? '', ...(cause === undefined ? {} : { cause }) };
    return redactMembers(members, inside);
  }
  if (value instanceof Map || value instanceof Set) return redactValue([...value], inside);
  if (value instanceof Date) return value;
  return redactMembers(value, inside);
}

const redactMembers = (value: object, seen: ReadonlySet<unknown>): object =>
  Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => [
      name,
      isSecretName(name) && member !== null && member !== undefined ? removed : redactValue(member, seen),
    ]),
  );
