/** Payments with a keyed card. */
import { z } from 'zod';
import { idSchema } from '#shared/identifiers.ts';
import { paymentDraftSchema } from '#shared/payments/attempt.ts';
import { retryDraftSchema, submittedAttemptSchema } from '#shared/payments/card-retry.ts';
import { lookalikeAnswerSchema, lookalikeQuestionSchema } from '#shared/payments/lookalikes.ts';
import { call, type Group } from './call.ts';

export const payments = {
  calls: {
    authorize: call('cashier', paymentDraftSchema, submittedAttemptSchema),
    sell: call('cashier', paymentDraftSchema, submittedAttemptSchema),
    /** Sends a payment that did not leave once more, with the card that main kept. `not-found`: it is kept no more. */
    tryAgain: call('cashier', retryDraftSchema, submittedAttemptSchema),
    /** Wipes a kept card, because the operator left the screen or began another payment. */
    forgetCard: call('cashier', z.void(), z.void()),
    /** Looks for earlier payments with this card and amount while the form is keyed. Sends nothing. */
    lookalikes: call('cashier', lookalikeQuestionSchema, lookalikeAnswerSchema),
    /** Stops a payment before its first byte leaves. `cancelled` is false when it is too late. */
    cancel: call('cashier', z.strictObject({ draftId: idSchema }), z.strictObject({ cancelled: z.boolean() })),
    /** Opens a connection to the service ahead of the next payment. Sends no request. */
    warm: call('cashier', z.void(), z.void()),
  },
  events: {
    /** The first byte of a payment may have left, so it can't be cancelled any more. */
    'payments.sent': z.strictObject({ draftId: idSchema }),
  },
} as const satisfies Group;
