/** The outcomes of an attempt and what each means for the money. */
import { z } from 'zod';

/** One request to the service: authorize and sell key a card, capture refers to a hold. */
export const operations = ['authorize', 'sell', 'capture'] as const;
export const operationSchema = z.enum(operations);
export type Operation = z.infer<typeof operationSchema>;
/** An operation that charges a keyed card. */
export type CardOperation = Extract<Operation, 'authorize' | 'sell'>;

/** Family A is `json` (/rest/processTx), family B is `form` (/rest/ccprocessing). */
export const families = ['json', 'form'] as const;
export const familySchema = z.enum(families);
export type Family = z.infer<typeof familySchema>;

/**
 * - approved: the service says so (section 7 and the rules of approval in `electron/gateway/answers`)
 * - declined: the issuer or the service's risk rules refused
 * - rejected: the service refused the request itself (620, 602, `{"error"}` …)
 * - not-sent: it is certain that no byte of the request left
 * - unknown: a byte may have left and no valid answer came; never tried again before it is resolved
 */
export const outcomes = ['approved', 'declined', 'rejected', 'not-sent', 'unknown'] as const;
export const outcomeSchema = z.enum(outcomes);
export type Outcome = z.infer<typeof outcomeSchema>;

/** An attempt is `sending` from before its first byte until its outcome is known. */
export const attemptStates = ['sending', ...outcomes] as const;
export const attemptStateSchema = z.enum(attemptStates);
export type AttemptState = z.infer<typeof attemptStateSchema>;

/** Why nothing was sent: each has its own sentence in both languages. */
export const notSentCauses = [
  'dns',
  'refused',
  'unreachable',
  'connect-timeout',
  'tls-version',
  'tls-untrusted',
  'tls-expired',
  'tls-host',
  'tls-client-certificate',
  'tls-other',
  'proxy',
  'cancelled',
  'configuration',
  'other',
] as const;
export const notSentCauseSchema = z.enum(notSentCauses);
export type NotSentCause = z.infer<typeof notSentCauseSchema>;

/** Why the outcome is unknown: the request may have reached the service. */
export const unknownCauses = [
  'no-answer',
  'connection-lost',
  'truncated',
  'not-understood',
  'http-status',
  'redirect',
  'too-large',
  'pending',
  'crash',
] as const;
export const unknownCauseSchema = z.enum(unknownCauses);
export type UnknownCause = z.infer<typeof unknownCauseSchema>;
