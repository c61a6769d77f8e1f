/** Redacts log lines: the core's rules, and secrets that only error texts contain. */
import { redactText, redactValue } from '#electron/core/redact.ts';

const removed = '[removed]';
const urlPassword = /(:\/\/)[^\s/@]+@/g;
/** With as much before the @ as a payment's address may have. Without a bound, a long word would be sought through from each place. */
const email = /[^\s@<>"'(),;:=/]{1,100}@[^\s@<>"'(),;:/]+\.[a-z]{2,}/gi;
/** SHA-256 and longer in hex (`SecretHash`, `cclw`), keys and fingerprints in base64url. */
const longSecret = /\b[\da-f]{64,}\b|\b[\w-]{43,}={0,2}/gi;

/** Turns one argument of a log line into text without anything secret: texts as they are, objects as JSON. */
export function redactForLog(value: unknown): string {
  if (typeof value === 'string') return redact(value);
  if (value instanceof Error) return redact(describeError(value));
  const text = JSON.stringify(redactValue(value), (_name, member: unknown) =>
    typeof member === 'bigint' ? String(member) : member,
  ) as string | undefined;
  return redact(text ?? String(value));
}

/** @returns the text as it may be written to a log */
export function redact(text: string): string {
  return redactText(text).replace(urlPassword, `$1${removed}@`).replace(email, removed).replace(longSecret, removed);
}

/**
 * Describes an error by name, message, code, stack and causes, five deep. Omits other properties because they may hold
 * anything.
 */
export function describeError(error: unknown, depth = 0): string {
  if (!(error instanceof Error)) return `thrown: ${typeof error === 'string' ? error : typeof error}`;
  const code = 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : '';
  const own = `${error.stack ?? `${error.name}: ${error.message}`}${code}`;
  return error.cause === undefined || depth === 4 ? own : `${own}\ncaused by ${describeError(error.cause, depth + 1)}`;
}
