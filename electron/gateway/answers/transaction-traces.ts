/** Traces of a transaction beside a refusal. They contradict it, because a request refused at once leaves none. */
import { exactReference, exactText, looseText } from './tolerant.ts';

/** Members that only a transaction has, in both families. */
const references: ReadonlySet<string> = new Set(['codoper', 'auth_token', 'idtx', 'cardtoken', 'returnurl']);

/** True when a record anywhere in the value has a reference or a status of its own. */
export const tracesTransaction = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(([key, member]) => isTrace(key.toLowerCase(), member) || tracesTransaction(member));

function isTrace(key: string, member: unknown): boolean {
  if (references.has(key)) return exactReference.parse(member) !== null;
  if (key === 'authstatus' || key === 'respcode') return saysApproved(member);
  return key === 'status' && exactText.parse(member) !== null;
}

/** Names of the page, from `url3DSRef` of the field notes to those of other gateways. The version and result of 3-D Secure are none. */
const pageNames = /^(?:url.*3ds|(?:3|three)_?ds.*url|acs_?url|challenge_?url)/i;

/**
 * Returns the page on which the cardholder finishes 3-D Secure, wherever the answer names it (field notes). An empty text for
 * what is no text. Null without one.
 */
export function challengeOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  for (const [key, member] of Object.entries(value)) {
    const named = pageNames.test(key) ? given3Ds(member) : null;
    const found = named ?? challengeOf(member);
    if (found !== null) return found;
  }
  return null;
}

const given3Ds = (member: unknown): string | null =>
  typeof member === 'object' && !isEmpty(member) ? '' : looseText.parse(member);

/** True for null, an absent value, and an object or array without members. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);

/**
 * True when an object has only these members, each with a plain value.
 * @param structures names of the members that may be an object or array
 */
export const hasOnly = (value: unknown, members: ReadonlySet<string>, structures: readonly string[] = []): boolean =>
  Object.entries(value ?? {}).every(
    ([key, member]) => members.has(key) && (structures.includes(key) || typeof member !== 'object' || member === null),
  );

/** Response codes of ISO 8583, field 39, with which an issuer approves, in part (10) or without charging (85) among them. */
const approvals: ReadonlySet<string> = new Set(['00', '08', '10', '11', '16', '85']);

/** True for a response code that approves, also as a number that lost its zero. */
export const saysApproved = (code: unknown): boolean =>
  typeof code === 'string' && approvals.has(code.trim().replace(/^0+/, '').padStart(2, '0'));
