/** Payments with a keyed card. */
import { z } from 'zod';
import { idSchema } from '#shared/identifiers.ts';
import { attemptSchema, paymentDraftSchema } from '#shared/payments/attempt.ts';
import { call, type Group } from './call.ts';

export const payments = {
  calls: {
    authorize: call('cashier', paymentDraftSchema, attemptSchema),
    sell: call('cashier', paymentDraftSchema, attemptSchema),
    /** Stops a payment before its first byte leaves. `cancelled` is false when it is too late. */
    cancel: call('cashier', z.strictObject({ draftId: idSchema }), z.strictObject({ cancelled: z.boolean() })),
    /** Opens a connection to the service ahead of the first payment. Sends no request. */
    warm: call('cashier', z.void(), z.void()),
  },
  events: {
    /** The first byte of a payment may have left, so it can't be cancelled any more. */
    'payments.sent': z.strictObject({ draftId: idSchema }),
  },
} as const satisfies Group;
