/** Card payments: records the attempt, sends exactly one request, records the answer (invariants 1 and 2). */
import { failed, ok, type Failure, type Result } from '#shared/failure.ts';
import type { CardOperation } from '#shared/payments/operations.ts';
import { wireField } from '#shared/payments/payment-fields.ts';
import type { Attempt, PaymentDraft, SubmittedDraft } from '#shared/payments/attempt.ts';
import type { ConnectionState } from '#shared/seat/connection-state.ts';
import type { CardRetry, RetryDraft, SubmittedAttempt } from '#shared/payments/card-retry.ts';

import { brokenDown } from './answered-attempt.ts';
import type { DeviceSessions } from './device-sessions.ts';
import { cardAttempt, cardPayment, isSamePayment, paidBy, sameDraft, usedDraft, type PaidDraft } from './drafts.ts';
import type { Fingerprints } from './fingerprints.ts';
import type { BeginGuarded } from './guarded-begin.ts';
import type { KeepCard, KeptCard, TypedCard } from './kept-card.ts';
import type { PaymentServices } from './recorder.ts';
import { readyAccount } from '#electron/core/merchants/merchant-in-use.ts';
import type { Actor, Emit } from '#electron/core/ports/host.ts';
import type { CardPayment, Gateway, GatewayAnswer, MerchantAccount } from '#electron/core/ports/gateway.ts';
import type { Vault } from '#electron/core/ports/vault.ts';

/** A payment under way, for a second submit of its draft, for cancelling and for another try. */
interface Flight {
  readonly paid: PaidDraft;
  readonly cancel: AbortController;
  /** Null for a payment whose card was kept once already. */
  readonly keep: KeepCard | null;
  /** The draft, only until a byte may have left. */
  unsent: PaymentDraft | null;
  sent: boolean;
}

interface Recorded {
  readonly operation: CardOperation;
  readonly account: MerchantAccount;
  readonly attempt: Attempt;
  readonly payment: CardPayment;
  /** Makes the approvals valid again that it took. */
  readonly giveBack: () => void;
}

/** True for a refusal after which the same payment can go on: with a reason, an approval, the system's key store, or the ledger. */
const goesOn = (
  failure: Failure,
): failure is Extract<Failure, { kind: 'duplicate' | 'step-up-needed' | 'ledger' | 'vault' }> =>
  failure.kind === 'duplicate' ||
  failure.kind === 'step-up-needed' ||
  failure.kind === 'ledger' ||
  (failure.kind === 'vault' && failure.reason === 'asking');

const cancelledBefore: GatewayAnswer = {
  outcome: 'not-sent',
  cause: 'cancelled',
  detail: 'Cancelled before it was handed to the network.',
};

interface CardPaymentServices extends PaymentServices {
  readonly emit: Emit;
  readonly gateway: Pick<Gateway, CardOperation | 'warm'>;
  readonly vault: Pick<Vault, 'fingerprintKey'>;
  readonly beginGuarded: BeginGuarded;
  readonly fingerprints: Fingerprints;
  readonly keptCard: KeptCard;
  readonly deviceSessions: DeviceSessions;
}

export function createPayments(services: CardPaymentServices) {
  const { gateway, vault, merchants, keptCard, deviceSessions } = services;
  let operator: string | null = null;
  const flights = new Map<string, { readonly flight: Flight; readonly result: Promise<Result<Attempt>> }>();

  /**
   * Returns the result of the payment under way with this draft; null without one. Another payment under its id is refused, because it
   * would be shown that result.
   */
  function underWay(operation: CardOperation, draft: SubmittedDraft): Promise<Result<SubmittedAttempt>> | null {
    const running = flights.get(draft.draftId);
    if (running === undefined) return null;
    return isSamePayment(running.flight.paid, paidBy(operation, draft)) ? running.result : Promise.resolve(usedDraft);
  }

  /** @param keeps false for a card that was kept once already */
  function submit(
    operation: CardOperation,
    draft: PaymentDraft,
    actor: Actor,
    keeps: boolean,
  ): Promise<Result<SubmittedAttempt>> {
    const running = underWay(operation, draft);
    if (running !== null) return running;
    const { draftId } = draft;
    const flight: Flight = {
      paid: paidBy(operation, draft),
      cancel: new AbortController(),
      keep: keeps ? keptCard.place(actor) : null,
      unsent: keeps ? draft : null,
      sent: false,
    };
    const result = run(services, draft, actor, flight).finally(() => {
      flight.unsent = null;
      flights.delete(draftId);
    });
    flights.set(draftId, { flight, result });
    return result;
  }

  /** Submits a draft with its card: keyed, or kept since the form was left. A second submit finds the first, which took the card. */
  const submitKeyed =
    (operation: CardOperation) =>
    ({ card, ...rest }: SubmittedDraft, actor: Actor): Promise<Result<SubmittedAttempt>> => {
      const running = underWay(operation, { ...rest, card });
      if (running !== null) return running;
      const whole = 'number' in card ? card : keptCard.takeTyped(card, rest.merchantId, actor);
      if (whole === null) return Promise.resolve(failed({ kind: 'not-found' }));
      return submit(operation, { ...rest, card: whole }, actor, true);
    };

  return {
    authorize: submitKeyed('authorize'),
    sell: submitKeyed('sell'),
    /** Keeps the card of an unfinished form until the operator returns to it. Null when another merchant is in use. */
    keepCard: (typed: TypedCard, actor: Actor): CardRetry | null =>
      typed.merchantId === merchants.active().id ? keptCard.place(actor)(typed) : null,
    /** Returns the number of the card that is kept for an unfinished form, for the guard; null when it is kept no more. */
    keptNumber: keptCard.numberOf,
    /** Sends a payment that did not leave as a new attempt, with the kept card. A second failure keeps no card. */
    tryAgain({ handle, draftId, override, approvalId }: RetryDraft, actor: Actor): Promise<Result<SubmittedAttempt>> {
      const kept = keptCard.take(handle, actor);
      if (kept === null || !('draft' in kept)) return Promise.resolve(failed({ kind: 'not-found' }));
      const draft = { ...kept.draft, draftId, ...(override && { override }), ...(approvalId && { approvalId }) };
      return submit(kept.operation, draft, actor, false);
    },
    /** Wipes the kept card, and keeps none of the payments under way. Stops the collector of the form that is left. */
    forgetCard() {
      keptCard.wipe();
      deviceSessions.stop();
    },
    /** Wipes the kept card and stops the collector unless they are this operator's. */
    onOperator(name: string | null) {
      keptCard.onOperator(name);
      if (name !== operator) deviceSessions.stop();
      operator = name;
    },
    /** Cancels a payment until its first byte may have left. Resolves to the actual result. */
    async cancel(draftId: string): Promise<{ readonly cancelled: boolean }> {
      const running = flights.get(draftId);
      if (running === undefined || running.flight.sent) return { cancelled: false };
      running.flight.cancel.abort();
      const result = await running.result;
      const attempt = result.ok ? result.value : result.failure.kind === 'not-recorded' ? result.failure.attempt : null;
      return { cancelled: attempt === null || attempt.state === 'not-sent' };
    },
    /**
     * Opens a connection, decrypts the secrets and starts the collector before the first payment. Sends no request. Tells whether a
     * connection stands.
     */
    async warm(): Promise<ConnectionState> {
      const active = merchants.active();
      deviceSessions.begin(active);
      const [account] = await Promise.all([merchants.of(active.id), vault.fingerprintKey()]);
      return account.ok ? gateway.warm(account.value) : 'not-tried';
    },
  };
}

/**
 * Adds the collector's session to a payment that carries one (section 4.5). Precedes the record, so that a crash during
 * the wait leaves no attempt. Another try of the payment sends the same session, because the service has not seen it.
 */
async function withDeviceSession(
  { merchants, deviceSessions }: CardPaymentServices,
  draft: PaymentDraft,
  flight: Flight,
): Promise<PaymentDraft> {
  const active = merchants.active();
  const family = draft.family ?? active.families[flight.paid.operation];
  const carries = wireField('deviceSession', family, flight.paid.operation) !== null;
  if (!carries || draft.deviceSession !== undefined || active.id !== draft.merchantId) return draft;
  const deviceSession = await deviceSessions.take(active, draft.draftId, flight.cancel.signal);
  if (deviceSession === null) return draft;
  const complete = { ...draft, deviceSession };
  if (flight.unsent !== null) flight.unsent = complete;
  return complete;
}

/** Does everything up to the durable record. When it fails, nothing has left. */
async function record(
  { merchants, fingerprints, beginGuarded, seat, clock }: CardPaymentServices,
  operation: CardOperation,
  draft: PaymentDraft,
  actor: Actor,
): Promise<Recorded | Result<Attempt>> {
  const active = merchants.active();
  if (active.id !== draft.merchantId) return failed({ kind: 'merchant-changed' });
  const family = draft.family ?? active.families[operation];
  const [account, fingerprint] = await Promise.all([
    readyAccount(merchants, active.id, family),
    fingerprints.of(draft.card.number, active.id),
  ]);
  if (!account.ok) return account;
  if (!fingerprint.ok) return fingerprint;

  const { merchant } = account.value;
  const circumstances = { merchant, family, seat: seat(), actor, now: clock() };
  const begun = await beginGuarded(
    { ...draft, lastFour: draft.card.number.slice(-4), isAgain: false },
    circumstances,
    (approvedBy) => cardAttempt(operation, draft, fingerprint.value, circumstances, approvedBy),
  );
  if (!begun.ok) return begun;
  const { attempt, isEarlier, giveBack } = begun.value;
  if (isEarlier) return sameDraft(attempt, operation, draft);
  return { operation, account: account.value, attempt, payment: cardPayment(draft, merchant), giveBack };
}

/** Sends one request. Not async, so that its frame, and the card with it, is gone once the gateway has taken over. */
function send(
  { gateway, emit, reportBug }: CardPaymentServices,
  { operation, account, attempt, payment }: Recorded,
  flight: Flight,
): Promise<GatewayAnswer> {
  if (flight.cancel.signal.aborted) return Promise.resolve(cancelledBefore);
  const brokeDown = (error: unknown): GatewayAnswer => {
    reportBug(error);
    return brokenDown;
  };
  const onSent = () => {
    flight.sent = true;
    flight.unsent = null;
    emit('payments.sent', { draftId: attempt.id });
  };
  try {
    const options = { cancel: flight.cancel.signal, onSent };
    return gateway[operation](account, attempt.family, payment, options).catch(brokeDown);
  } catch (error) {
    return Promise.resolve(brokeDown(error));
  }
}

/** Keeps the card for one more try of a payment that did not leave. */
function retryOf({ paid, keep, unsent }: Flight): { readonly retry?: CardRetry } {
  const retry = unsent === null ? null : (keep?.({ operation: paid.operation, draft: unsent }) ?? null);
  return retry === null ? {} : { retry };
}

async function finish(
  { recorder }: CardPaymentServices,
  { attempt, giveBack }: Pick<Recorded, 'attempt' | 'giveBack'>,
  answer: GatewayAnswer,
  flight: Flight,
): Promise<Result<SubmittedAttempt>> {
  const finished = await recorder.finish(attempt, answer);
  if (answer.outcome !== 'not-sent') return finished;
  // The approved payment has not happened.
  giveBack();
  return finished.ok && finished.value.state === 'not-sent' ? ok({ ...finished.value, ...retryOf(flight) }) : finished;
}

function run(
  services: CardPaymentServices,
  draft: PaymentDraft,
  actor: Actor,
  flight: Flight,
): Promise<Result<SubmittedAttempt>> {
  return withDeviceSession(services, draft, flight)
    .then((complete) => record(services, flight.paid.operation, complete, actor))
    .then((recorded) => {
      if ('ok' in recorded) {
        if (recorded.ok) return recorded;
        const { failure } = recorded;
        return goesOn(failure) ? failed({ ...failure, ...retryOf(flight) }) : recorded;
      }
      const { attempt, giveBack } = recorded;
      return send(services, recorded, flight).then((answer) => finish(services, { attempt, giveBack }, answer, flight));
    });
}
