/** Payments with a keyed card. */
import { z } from 'zod';
import { idSchema, merchantIdSchema } from '#shared/identifiers.ts';
import {
  attemptSchema,
  rechargeDraftSchema,
  refundDraftSchema,
  submittedDraftSchema,
} from '#shared/payments/attempt.ts';
import { connectionStateSchema } from '#shared/seat/connection-state.ts';
import { typedCardSchema } from '#shared/payments/card.ts';
import { cardRetrySchema, retryDraftSchema, submittedAttemptSchema } from '#shared/payments/card-retry.ts';
import { customersQuerySchema, earlierCustomerSchema } from '#shared/payments/entry/customers.ts';
import { earlierCardSchema } from '#shared/payments/entry/earlier-card.ts';
import { keptDraftSchema, offeredDraftSchema } from '#shared/payments/entry/kept-draft.ts';
import { waitingOrderSchema } from '#shared/payments/entry/order.ts';
import { formQuestionSchema, lookalikeAnswerSchema } from '#shared/ledger/lookalikes.ts';
import { call, type Group } from '#shared/contract/call.ts';

const ofMerchant = z.strictObject({ merchantId: merchantIdSchema });

export const payments = {
  calls: {
    authorize: call('cashier', submittedDraftSchema, submittedAttemptSchema, { movesMoney: true }),
    sell: call('cashier', submittedDraftSchema, submittedAttemptSchema, { movesMoney: true }),
    /** Gives a charge back, whole or in part. A supervisor's passcode allows it above the operator's limit, and beside an unknown one of the same amount. */
    refund: call('back-office', refundDraftSchema, attemptSchema, { movesMoney: true }),
    /** Finds the card of an earlier payment for another charge. `card-not-chargeable` and `not-offered` say why not. */
    earlierCard: call('cashier', z.strictObject({ attemptId: idSchema }), earlierCardSchema),
    /** Charges the card of an earlier payment again, which is not keyed. The guard and the limits are those of a sale. */
    recharge: call('cashier', rechargeDraftSchema, attemptSchema, { movesMoney: true }),
    /** Has the card of an earlier payment charged no more, in Caja alone: the service has no deletion. */
    forgetEarlierCard: call('back-office', z.strictObject({ attemptId: idSchema }), z.void()),
    /** Sends a payment that did not leave once more, with the card that main kept. `not-found`: it is kept no more. */
    tryAgain: call('cashier', retryDraftSchema, submittedAttemptSchema, { movesMoney: true }),
    /** Keeps the card of an unfinished form for the return to it, at most a minute. Null when the merchant has changed. */
    keepCard: call('cashier', ofMerchant.extend({ card: typedCardSchema }), cardRetrySchema.nullable()),
    /** Wipes a kept card, because the operator left the screen or began another payment. */
    forgetCard: call('cashier', z.void(), z.void()),
    /** Looks for earlier payments with this card and amount while the form is keyed. Sends nothing. */
    lookalikes: call('cashier', formQuestionSchema, lookalikeAnswerSchema),
    /** Finds customers of earlier payments while one is typed, the last one that paid first. A cashier finds their own alone. */
    customers: call('cashier', customersQuerySchema, z.array(earlierCustomerSchema)),
    /** Keeps what is typed over a restart, without the card, for this operator and the merchant in use. */
    keepDraft: call('cashier', ofMerchant.extend({ draft: keptDraftSchema }), z.void()),
    /** Returns the operator's draft for the merchant in use; null when there is none. */
    keptDraft: call('cashier', ofMerchant, offeredDraftSchema.nullable()),
    dropDraft: call('cashier', ofMerchant, z.void()),
    /** Returns the order of a link or of the command line that has waited longest; null when none waits. */
    waitingOrder: call('cashier', z.void(), waitingOrderSchema.nullable()),
    /** Takes a waiting order away, because it was filled in or is not wanted. */
    dropOrder: call('cashier', z.strictObject({ id: idSchema }), z.void()),
    /** Stops a payment before its first byte leaves. `cancelled` is false when it is too late. */
    cancel: call('cashier', z.strictObject({ draftId: idSchema }), z.strictObject({ cancelled: z.boolean() })),
    /** Opens a connection to the service ahead of the next payment, and tells whether one stands. Sends no request. */
    warm: call('cashier', z.void(), z.strictObject({ connection: connectionStateSchema })),
  },
  events: {
    /** The first byte of a payment may have left, so it can't be cancelled any more. */
    'payments.sent': z.strictObject({ draftId: idSchema }),
    /** An order came to wait, or waits no longer. */
    'payments.orders': z.strictObject({}),
  },
} as const satisfies Group;
