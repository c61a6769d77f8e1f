/** Outcomes of an attempt and their meaning for the money. */
import { z } from 'zod';

/** Family A is `json` (/rest/processTx), family B is `form` (/rest/ccprocessing). */
export const families = ['json', 'form'] as const;
export const familySchema = z.enum(families);
export type Family = z.infer<typeof familySchema>;

/**
 * - approved: the service says so (section 7 and the rules of approval in `electron/gateway/answers`)
 * - declined: the issuer or the service's risk rules refused
 * - rejected: the service refused the request itself (620, 602, `{"error"}` …)
 * - not-sent: certainly no byte of the request left
 * - unknown: a byte may have left and no valid answer came; never tried again before it is resolved
 */
export const outcomes = ['approved', 'declined', 'rejected', 'not-sent', 'unknown'] as const;
export const outcomeSchema = z.enum(outcomes);
export type Outcome = z.infer<typeof outcomeSchema>;

/** An attempt is `sending` from before its first byte until its outcome is known. */
export const attemptStates = ['sending', ...outcomes] as const;
export const attemptStateSchema = z.enum(attemptStates);
export type AttemptState = z.infer<typeof attemptStateSchema>;

/** Reasons why nothing was sent. Each has its own sentence in both languages. */
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

/** Reasons why the outcome is unknown. The request may have reached the service. */
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
