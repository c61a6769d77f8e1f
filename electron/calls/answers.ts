/** Calls about answers that are not written to the ledger yet. */
import type { UnwrittenAnswers } from '#electron/core/payments/unwritten-answers.ts';
import type { Works } from '#electron/calls/by-rule.ts';
import { ok } from '#shared/failure.ts';

export interface AnswerCallsParts {
  readonly answers: Pick<UnwrittenAnswers, 'waiting'>;
}

export const answerCalls = ({ answers }: AnswerCallsParts): Works['answers'] => ({
  waiting: () => ok(answers.waiting()),
});
