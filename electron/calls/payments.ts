/** Calls about payments with a card: the guard's question, the submit, and one more try. */
import type { InFlight } from '#electron/core/payments/in-flight.ts';
import type { Lookalikes } from '#electron/core/payments/lookalikes.ts';
import type { Payments } from '#electron/core/payments/payments.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import { ok } from '#shared/failure.ts';
import type { As } from './as.ts';

export interface PaymentCallsParts {
  readonly payments: Payments;
  readonly lookalikes: Lookalikes;
  readonly inFlight: InFlight;
}

export const paymentCalls = ({ payments, lookalikes, inFlight }: PaymentCallsParts, as: As): Handlers['payments'] => ({
  authorize: as((draft, actor) => inFlight.during(payments.authorize(draft, actor))),
  sell: as((draft, actor) => inFlight.during(payments.sell(draft, actor))),
  tryAgain: as((retry, actor) => inFlight.during(payments.tryAgain(retry, actor))),
  forgetCard: () => ok(payments.forgetCard()),
  lookalikes: (question) => lookalikes.ask(question).then(ok),
  cancel: async ({ draftId }) => ok(await payments.cancel(draftId)),
  warm: async () => ok(await payments.warm()),
});
