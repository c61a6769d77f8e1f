/** Answers of the service and deeds of operators, as the seat's journal keeps them. */
import type { GatewayAnswer } from '#electron/core/ports/gateway.ts';
import type { KeptAnswer } from '#electron/core/ports/answer-spool.ts';
import { idSchema, instantSchema } from '#shared/identifiers.ts';
import { answeredPaymentSchema } from '#shared/ledger/waiting-answers.ts';
import { differenceSchema, referencesSchema, riskSummarySchema, serviceSaidSchema } from '#shared/payments/attempt.ts';
import { answeredAmountSchema } from '#shared/payments/money.ts';
import { notSentCauseSchema, unknownCauseSchema } from '#shared/payments/outcome.ts';
import { z } from 'zod';
import type { KeptDeed } from '#electron/core/ports/audit.ts';
import { ledgerDeedSchema } from '#shared/audit/ledger-events.ts';

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

export const keptDeedSchema: z.ZodType<KeptDeed> = z.strictObject({
  id: idSchema,
  at: instantSchema,
  operatorName: z.string(),
  deed: ledgerDeedSchema,
});
