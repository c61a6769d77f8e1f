/** Answers of the service that the record could not take yet: how many wait, and how safely. */
import { z } from 'zod';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { amountSchema } from '#shared/payments/money.ts';
import { operationSchema, outcomeSchema } from '#shared/payments/outcome.ts';

/** What tells a person which payment an answer belongs to. */
export const answeredPaymentSchema = z.strictObject({
  id: idSchema,
  operation: operationSchema,
  amount: amountSchema,
  currencySign: z.string(),
  startedAt: instantSchema,
});
export type AnsweredPayment = z.infer<typeof answeredPaymentSchema>;

export const waitingAnswersSchema = z.strictObject({
  /** On this machine's disk: written as soon as the record is back, by the next start if this one ends before. */
  safe: z.int().min(0),
  /** In memory alone, since the disk can't be written either. */
  unsafe: z.int().min(0),
  /** Those of `safe` whose payment is not on the record in use, oldest first: another record was put in its place. */
  strays: z
    .array(
      answeredPaymentSchema.extend({
        outcome: outcomeSchema,
        /** What the service calls the payment; empty when it said nothing. */
        reference: z.string(),
        /** Absolute. */
        file: z.string(),
      }),
    )
    .readonly(),
  /** Files of answers that this program can't read. They stay where they are; `newer`: a later version made them. */
  unread: z.array(z.strictObject({ reason: z.enum(['damaged', 'newer']), file: z.string() })).readonly(),
});
export type WaitingAnswers = z.infer<typeof waitingAnswersSchema>;
