/** Redacts logs: no card number, security code, key or web code reaches a log, whatever the line contains (invariant 5). */
import { cardNumbersIn, plainSpelling, type Span } from '#shared/texts/card-numbers.ts';

const removed = '[removed]';
/** Stands in place of a card number. */
export const cardRemoved = '[card number removed]';

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
/**
 * A JSON string, a nested one (both quotes escaped equally often), a single-quoted string, a list, or a word. A list that does not
 * close goes to the end, so that no other one is sought behind it.
 */
const value = String.raw`"(?:\\.|[^"\\])*"|(\\+)"[\s\S]*?(?<!\\)\3"|'[^']*'|\[[^\]]*\]?|[^\s&,;}\]]+`;
/** `"cvv": "123"`, `\"cvv\":\"123\"`, `cvv=123&`, `authorization: A|B`, `"authorization","A|B"`, up to the end of the value. */
const named = new RegExp(String.raw`(${name}(?:\\*["']?\s*[:=]|\\*["']\s*,)\s*)(${value})`, 'giu');
const pem = /-----BEGIN [A-Z ]*(?:PRIVATE KEY|CERTIFICATE)-----[\s\S]*?(?:-----END [A-Z ]*-----|$)/g;

/** Removes secrets from a line of the log. */
export function redactText(text: string): string {
  const clean = text.replace(pem, removed).replace(named, (_match, before: string) => `${before}${removed}`);
  return withoutCardNumbers(clean, 'any', cardRemoved);
}

/**
 * Replaces card numbers by the one rule, as written and as spelled for URLs, JSON and HTML. Keeps the rest, such as an amount.
 * @param others parts of the text that go as well
 */
export function withoutCardNumbers(
  text: string,
  cut: 'any' | 'seen',
  mark: string,
  others: readonly Span[] = [],
): string {
  const plain = plainSpelling(text);
  const spans = [...others, ...cardNumbersIn(text, cut), ...(plain === text ? [] : cardNumbersIn(plain, cut))];
  let kept = '';
  let copied = 0;
  for (const { from, to } of spans.toSorted((one, other) => one.from - other.from)) {
    if (from >= copied) kept += text.slice(copied, from) + mark;
    copied = Math.max(copied, to);
  }
  return kept + text.slice(copied);
}

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
