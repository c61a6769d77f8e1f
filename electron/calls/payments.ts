/** Calls about payments with a card: the guard's question, the submit, and one more try. */
import type { InFlight } from '#electron/core/payments/in-flight.ts';
import type { KeptDrafts } from '#electron/core/payments/kept-drafts.ts';
import type { Lookalikes } from '#electron/core/payments/lookalikes.ts';
import type { Orders } from '#electron/core/orders/orders.ts';
import type { Customers } from '#electron/core/records/customers.ts';
import type { Recharges } from '#electron/core/payments/recharges.ts';
import type { Reversals } from '#electron/core/payments/reversals.ts';
import type { Payments } from '#electron/core/payments/payments.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import { ok } from '#shared/failure.ts';
import { copied, type As } from './as.ts';

export interface PaymentCallsParts {
  readonly payments: Payments;
  readonly reversals: Pick<Reversals, 'refund'>;
  readonly recharges: Recharges;
  readonly lookalikes: Lookalikes;
  readonly customers: Customers;
  readonly keptDrafts: KeptDrafts;
  readonly orders: Pick<Orders, 'waiting' | 'drop'>;
  readonly inFlight: InFlight;
}

export const paymentCalls = (
  { payments, reversals, recharges, lookalikes, customers, keptDrafts, orders, inFlight }: PaymentCallsParts,
  as: As,
): Handlers['payments'] => ({
  authorize: as((draft, actor) => inFlight.during(payments.authorize(draft, actor))),
  sell: as((draft, actor) => inFlight.during(payments.sell(draft, actor))),
  refund: as((draft, actor) => inFlight.during(reversals.refund(draft, actor))),
  earlierCard: as(({ attemptId }, actor) => recharges.earlier(attemptId, actor)),
  recharge: as((draft, actor) => inFlight.during(recharges.recharge(draft, actor))),
  forgetEarlierCard: as(({ attemptId }, actor) => recharges.forget(attemptId, actor)),
  tryAgain: as((retry, actor) => inFlight.during(payments.tryAgain(retry, actor))),
  keepCard: as((typed, actor) => Promise.resolve(ok(payments.keepCard(typed, actor)))),
  forgetCard: () => ok(payments.forgetCard()),
  lookalikes: as((question, actor) => {
    if ('cardNumber' in question) return lookalikes.ask(question).then(ok);
    const { handle, ...about } = question;
    const cardNumber = payments.keptNumber(handle, actor);
    return cardNumber === null
      ? Promise.resolve(ok({ kind: 'none' }))
      : lookalikes.ask({ ...about, cardNumber }).then(ok);
  }),
  customers: as((query, actor) => copied(customers.find(query, actor))),
  keepDraft: as(({ merchantId, draft }, actor) => Promise.resolve(keptDrafts.keep(merchantId, draft, actor))),
  keptDraft: as(({ merchantId }, actor) => Promise.resolve(keptDrafts.kept(merchantId, actor))),
  dropDraft: as(({ merchantId }, actor) => Promise.resolve(keptDrafts.drop(merchantId, actor))),
  waitingOrder: () => ok(orders.waiting()),
  dropOrder: ({ id }) => orders.drop(id),
  cancel: async ({ draftId }) => ok(await payments.cancel(draftId)),
  warm: async () => ok({ connection: await payments.warm() }),
});
