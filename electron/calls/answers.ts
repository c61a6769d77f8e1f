/** Calls about answers that are not written to the ledger yet. */
import type { Works } from '#electron/calls/by-rule.ts';
import type { Services } from '#electron/calls/services.ts';
import { ok } from '#shared/failure.ts';

export const answerCalls = ({ answers }: Services): Works['answers'] => ({
  waiting: () => ok(answers.waiting()),
  setAside: ({ id }) => answers.setAside(id),
});
