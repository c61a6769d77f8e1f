/** The duplicate guard's question while a card is keyed, and its answer. */
import { z } from 'zod';
import { idSchema, merchantIdSchema } from '#shared/identifiers.ts';
import { listedAttemptSchema } from '#shared/ledger/listed-attempt.ts';
import { keyedCardSchema } from '#shared/payments/card.ts';
import { amountSchema } from '#shared/payments/money.ts';

/** Asked as soon as the number is complete. Carries the card's number. */
const lookalikeQuestionSchema = z.strictObject({
  /** Merchant that the form shows. For another one than that in use nothing is looked up. */
  merchantId: merchantIdSchema,
  amount: amountSchema,
  cardNumber: keyedCardSchema.unwrap().shape.number,
});
export type LookalikeQuestion = z.infer<typeof lookalikeQuestionSchema>;

/** The question of a form whose card is keyed, or kept by main under a handle. */
export const formQuestionSchema = z.union([
  lookalikeQuestionSchema,
  lookalikeQuestionSchema.omit({ cardNumber: true }).extend({ handle: idSchema }),
]);

export const listedLookalikes = 3;

export const lookalikeAnswerSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('found'),
    /** Unresolved unknown ones first, then the newest; each with the latest state of its payment. */
    earlier: z.array(listedAttemptSchema).min(1).max(listedLookalikes).readonly(),
    /** Number of all of them. */
    count: z.int().positive(),
    needs: z.enum(['reason', 'supervisor']),
  }),
  /** Can't be said now, for example while the ledger is away. The submit checks in any case. */
  z.strictObject({ kind: z.literal('later') }),
]);
export type LookalikeAnswer = z.infer<typeof lookalikeAnswerSchema>;
