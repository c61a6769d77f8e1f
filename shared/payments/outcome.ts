/** Outcomes of an attempt and their meaning for the money. */
import { z } from 'zod';

/** Family A is `json` (/rest/processTx), family B is `form` (/rest/ccprocessing). */
export const families = ['json', 'form'] as const;
export const familySchema = z.enum(families);
export type Family = z.infer<typeof familySchema>;

/**
 * - approved: the service says so (section 7 and the rules of approval in `electron/gateway/answers`)
 * - declined: the issuer or the service's risk rules refused
 * - rejected: the service refused the request itself, and such a refusal is known to come before anything is done
 *   (`header-codes.ts`)
 * - not-sent: certainly no byte of the request left
 * - unknown: a byte may have left and no valid answer came; never tried again before it is resolved
 */
export const outcomes = ['approved', 'declined', 'rejected', 'not-sent', 'unknown'] as const;
export const outcomeSchema = z.enum(outcomes);
export type Outcome = z.infer<typeof outcomeSchema>;

/** Outcomes by which an attempt moved no money. */
export const withoutEffect = ['declined', 'rejected', 'not-sent'] as const;
export const isWithoutEffect = (state: string | undefined): boolean => withoutEffect.some((known) => known === state);

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
  /** The service asks for a client certificate, and the merchant has none. */
  'tls-certificate-missing',
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
  /** The body could not be decoded to text. */
  'undecodable',
  'pending',
  /** 60007: the service says that it has carried the request out already. */
  'already-processed',
  /** A code or a text that does not prove that nothing was done (`header-codes.ts`). */
  'unproved-refusal',
  /** The parts of the answer contradict each other. */
  'contradictory',
  /** The answer is for another operation than the request. */
  'other-operation',
  /** The answer is for another card than the keyed one. */
  'other-card',
  /** The answer refers to another authorization than the captured one. */
  'other-relation',
  /** An approval carries a reference that another payment on the ledger has. */
  'reference-used',
  /** An authorization was approved without the reference that its capture needs. */
  'no-reference',
  /** The service asks for 3-D Secure, which a keyed payment can't finish. */
  'three-d-secure',
  /** A true answer contradicts the resolution that a person gave. */
  'contradicted-resolution',
  /** The server had lost this operation on a hold, and another one on the same hold was recorded before it was written back. */
  'settled-elsewhere',
  /** The record of the attempt is damaged, so that nothing in it is certain. Never written. */
  'damaged',
  'crash',
] as const;
export const unknownCauseSchema = z.enum(unknownCauses);
export type UnknownCause = z.infer<typeof unknownCauseSchema>;
