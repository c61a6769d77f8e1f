/** Answers of the service that the ledger could not take yet. */
import { z } from 'zod';
import { idSchema } from '#shared/identifiers.ts';
import { strayAnswerSchema, waitingAnswersSchema } from '#shared/ledger/waiting-answers.ts';
import { call, type Group } from '#shared/contract/call.ts';

export const answers = {
  calls: {
    waiting: call('cashier', z.void(), waitingAnswersSchema),
    /** Ends the wait of an answer whose payment is not in the current ledger, for one that is never chosen again. */
    setAside: call('supervisor', z.strictObject({ id: idSchema }), strayAnswerSchema, {
      leaves: () => (answer) => ({ kind: 'answer-set-aside', ...answer }),
    }),
  },
  events: {
    /** An answer began to wait, or the ledger took one. */
    'answers.changed': z.strictObject({}),
  },
} as const satisfies Group;
