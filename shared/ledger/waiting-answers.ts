/** Answers of the service that wait for the ledger: how many, and how safely. */
import { z } from 'zod';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { amountSchema } from '#shared/payments/money.ts';
import { outcomeSchema } from '#shared/payments/outcome.ts';
import { recordedOperationSchema } from '#shared/payments/operations.ts';

/** Facts by which a person recognizes the payment of an answer. */
export const answeredPaymentSchema = z.strictObject({
  id: idSchema,
  operation: recordedOperationSchema,
  amount: amountSchema,
  currencySign: z.string(),
  startedAt: instantSchema,
});
export type AnsweredPayment = z.infer<typeof answeredPaymentSchema>;

/** An answer whose payment is not in the current ledger. */
export const strayAnswerSchema = answeredPaymentSchema.extend({
  outcome: outcomeSchema,
  /** The service's reference of the payment; empty when it gave none. */
  reference: z.string(),
});
export type StrayAnswer = z.infer<typeof strayAnswerSchema>;

export const waitingAnswersSchema = z.strictObject({
  /** Answers on this machine's disk. Written once the ledger is back, or by the next start if the program ends before. */
  safe: z.int().min(0),
  /** Answers in memory only, because the disk can't be written either. */
  unsafe: z.int().min(0),
  /** Answers among `safe` whose payment is not in the current ledger, oldest first. Another ledger replaced theirs. */
  strays: z
    .array(
      strayAnswerSchema.extend({
        /** Absolute path. */
        file: z.string(),
      }),
    )
    .readonly(),
  /** Answer files that this program can't read. They stay where they are. `newer`: a later version wrote them. */
  unread: z.array(z.strictObject({ reason: z.enum(['damaged', 'newer']), file: z.string() })).readonly(),
});
export type WaitingAnswers = z.infer<typeof waitingAnswersSchema>;
