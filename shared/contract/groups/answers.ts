/** Answers of the service that the ledger could not take yet. */
import { z } from 'zod';
import { waitingAnswersSchema } from '#shared/ledger/waiting-answers.ts';
import { call, type Group } from '#shared/contract/call.ts';

export const answers = {
  calls: {
    waiting: call('cashier', z.void(), waitingAnswersSchema),
  },
  events: {
    /** An answer began to wait, or the ledger took one. */
    'answers.changed': z.strictObject({}),
  },
} as const satisfies Group;
