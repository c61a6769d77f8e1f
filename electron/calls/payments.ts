/** Calls about payments with a card: the guard's question, the submit, and one more try. */
import type { Works } from '#electron/calls/by-rule.ts';
import type { Services } from '#electron/calls/services.ts';
import { ok } from '#shared/failure.ts';

export const paymentCalls = ({
  payments,
  reversals,
  recharges,
  lookalikes,
  history,
  keptDrafts,
  orders,
}: Services): Works['payments'] => ({
  authorize: (draft, actor) => payments.authorize(draft, actor),
  sell: (draft, actor) => payments.sell(draft, actor),
  refund: (draft, actor) => reversals.refund(draft, actor),
  earlierCard: ({ attemptId }, actor) => recharges.earlier(attemptId, actor),
  recharge: (draft, actor) => recharges.recharge(draft, actor),
  forgetEarlierCard: ({ attemptId }, actor) => recharges.forget(attemptId, actor),
  tryAgain: (retry, actor) => payments.tryAgain(retry, actor),
  keepCard: (typed, actor) => ok(payments.keepCard(typed, actor)),
  forgetCard: () => ok(payments.forgetCard()),
  lookalikes: (question, actor) => {
    if ('cardNumber' in question) return lookalikes.ask(question).then(ok);
    const { handle, ...about } = question;
    const cardNumber = payments.keptNumber(handle, actor);
    return cardNumber === null ? ok({ kind: 'none' }) : lookalikes.ask({ ...about, cardNumber }).then(ok);
  },
  customers: (query, actor) => history.customers(query, actor),
  keepDraft: ({ merchantId, draft }, actor) => keptDrafts.keep(merchantId, draft, actor),
  keptDraft: ({ merchantId }, actor) => keptDrafts.kept(merchantId, actor),
  dropDraft: ({ merchantId }, actor) => keptDrafts.drop(merchantId, actor),
  waitingOrder: () => ok(orders.waiting()),
  dropOrder: ({ id }) => orders.drop(id),
  cancel: async ({ draftId }) => ok(await payments.cancel(draftId)),
  warm: async () => ok({ connection: await payments.warm() }),
});
