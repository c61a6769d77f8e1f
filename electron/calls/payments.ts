/** Calls that send a payment with a card. */
import type { InFlight } from '#electron/core/payments/in-flight.ts';
import type { Payments } from '#electron/core/payments/payments.ts';
import type { Handlers } from '#electron/ipc/handlers.ts';
import { ok } from '#shared/failure.ts';
import type { As } from './as.ts';

export interface PaymentCallsParts {
  readonly payments: Payments;
  readonly inFlight: InFlight;
}

export const paymentCalls = ({ payments, inFlight }: PaymentCallsParts, as: As): Handlers['payments'] => ({
  authorize: as((draft, actor) => inFlight.during(payments.authorize(draft, actor))),
  sell: as((draft, actor) => inFlight.during(payments.sell(draft, actor))),
  cancel: async ({ draftId }) => ok(await payments.cancel(draftId)),
  warm: async () => ok(await payments.warm()),
});
