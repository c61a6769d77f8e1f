/** The card of an earlier payment, by which another one can be charged without keying it. */
import type { z } from 'zod';
import { idSchema } from '#shared/identifiers.ts';
import { attemptSchema } from '#shared/payments/attempt.ts';

export const earlierCardSchema = attemptSchema
  .pick({
    startedAt: true,
    firstName: true,
    lastName: true,
    email: true,
    phone: true,
    concept: true,
    amount: true,
  })
  .extend({
    /** The payment for which the card was keyed. */
    attemptId: idSchema,
    card: attemptSchema.shape.card.unwrap(),
  });
export type EarlierCardView = z.infer<typeof earlierCardSchema>;
