/** One more try of a payment that certainly did not leave, without keying the card again. */
import { z } from 'zod';
import { idSchema } from '#shared/identifiers.ts';
import { attemptSchema, overrideSchema } from './attempt.ts';

/** How long the main process keeps the card of such a payment, in seconds (invariant 5). */
export const cardKeptSeconds = 60;

/** Names a card that the main process keeps. Reveals nothing of it. */
export const cardRetrySchema = z
  .strictObject({
    /** Random, and good for one use. */
    handle: idSchema,
    /** Seconds from now until the card is wiped. */
    seconds: z.int().positive().max(cardKeptSeconds),
  })
  .readonly();
export type CardRetry = z.infer<typeof cardRetrySchema>;

/** The next try: a new attempt with an id of its own, of the very payment that did not leave. */
export const retryDraftSchema = z.strictObject({
  handle: idSchema,
  draftId: idSchema,
  /** Takes the place of the first try's override. */
  override: overrideSchema.optional(),
  /** Takes the place of the first try's approval of the amount. */
  approvalId: idSchema.optional(),
});
export type RetryDraft = z.infer<typeof retryDraftSchema>;

/** An attempt as its submit answers it: with `retry` after not-sent, unless the card is kept no more. */
export const submittedAttemptSchema = attemptSchema.extend({ retry: cardRetrySchema.optional() });
export type SubmittedAttempt = z.infer<typeof submittedAttemptSchema>;
