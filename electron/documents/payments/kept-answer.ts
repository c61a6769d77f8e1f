/** An answer of the service that is not written to the ledger yet, as the seat's journal keeps it. */
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { KeptAnswer } from '#electron/core/ports/answer-spool.ts';
import { instantSchema } from '#shared/identifiers.ts';
import { answeredPaymentSchema } from '#shared/ledger/waiting-answers.ts';
import { differenceSchema, referencesSchema, riskSummarySchema, serviceSaidSchema } from '#shared/payments/attempt.ts';
import { answeredAmountSchema } from '#shared/payments/money.ts';
import { notSentCauseSchema, unknownCauseSchema } from '#shared/payments/outcome.ts';
import { z } from 'zod';

const facts = z.strictObject({
  service: serviceSaidSchema,
  references: referencesSchema,
  answeredAmount: answeredAmountSchema.nullable(),
  differences: z.array(differenceSchema).readonly().default([]),
  receiptUrl: z.string().nullable(),
  challengeUrl: z.string().nullable().default(null),
  statementDescriptor: z.string().nullable().default(null),
  risk: riskSummarySchema.nullable(),
  rawAnswer: z.string().nullable(),
});

export const answerSchema: z.ZodType<GatewayAnswer> = z.discriminatedUnion('outcome', [
  facts.extend({ outcome: z.enum(['approved', 'declined', 'rejected']) }),
  facts.extend({ outcome: z.literal('unknown'), cause: unknownCauseSchema }),
  z.strictObject({ outcome: z.literal('not-sent'), cause: notSentCauseSchema, detail: z.string() }),
]);

export const keptAnswerSchema: z.ZodType<KeptAnswer> = z.strictObject({
  payment: answeredPaymentSchema,
  answer: answerSchema,
  answeredAt: instantSchema,
});

/** Returns an answer as it is kept: of a request that never left the ledger keeps only the cause. */
export const withoutDetail = (answer: GatewayAnswer): GatewayAnswer =>
  answer.outcome === 'not-sent' ? { ...answer, detail: '' } : answer;
