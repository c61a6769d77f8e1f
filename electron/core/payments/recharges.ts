/**
 * Charges the card of an earlier payment again, without keying it, recorded before it is sent (invariants 1 and 2). Beyond the
 * operator's published document, so the merchant switches it on, and family B, in which it is unproved, has none of it
 * (docs/beyond-the-document.md).
 */
import { failed, ok, type Result } from '#shared/failure.ts';
import { keyedPaymentOf, type Attempt, type RechargeDraft } from '#shared/payments/attempt.ts';
import type { EarlierCardView } from '#shared/payments/entry/earlier-card.ts';
import { notChargeable } from '#electron/core/merchants/chargeable-card.ts';
import { readyAccount } from '#electron/core/merchants/merchant-in-use.ts';
import type { Gateway } from '#electron/core/ports/gateway.ts';
import type { Actor } from '#electron/core/ports/host.ts';
import { type EarlierCard, fromLedger } from '#electron/core/ports/ledger.ts';
import { answerOf } from './answered-attempt.ts';
import { ofDraft, rechargeAttempt, rechargePayment } from './drafts.ts';
import type { BeginGuarded } from './guarded-begin.ts';
import type { PaymentServices } from './recorder.ts';

export function createRecharges(
  parts: PaymentServices & {
    readonly gateway: Pick<Gateway, 'recharge'>;
    /** Fails for a payment that the operator may not see. */
    readonly show: (attemptId: string, actor: Actor) => Promise<Result<unknown>>;
    readonly beginGuarded: BeginGuarded;
  },
) {
  const { gateway, ledger, show, recorder, merchants, beginGuarded, seat, clock, reportBug } = parts;

  async function chargeable(attemptId: string, actor: Actor): Promise<Result<EarlierCard>> {
    const shown = await show(attemptId, actor);
    if (!shown.ok) return shown;
    // Which card it was follows from what was signed, not from what the row says.
    const paid = await fromLedger(ledger.signed(attemptId));
    if (!paid.ok) return paid;
    if (paid.value === null) return failed({ kind: 'payment-altered' });
    const firstId = keyedPaymentOf(paid.value);
    const [first, card] = await Promise.all([fromLedger(ledger.signed(firstId)), fromLedger(ledger.cardOf(firstId))]);
    if (!first.ok) return first;
    if (first.value === null) return failed({ kind: 'payment-altered' });
    if (!card.ok) return card;
    if (card.value === null) return failed({ kind: 'card-not-chargeable', why: 'not-approved' });
    const signed = { ...card.value, first: first.value };
    const refused = notChargeable(signed, merchants.active());
    return refused === null ? ok(signed) : failed(refused);
  }

  return {
    /** Returns the card of a payment that the operator may see, or the reason why it can't be charged again. */
    async earlier(attemptId: string, actor: Actor): Promise<Result<EarlierCardView>> {
      const card = await chargeable(attemptId, actor);
      if (!card.ok) return card;
      const { id, startedAt, card: masked, firstName, lastName, email, phone, concept, amount } = card.value.first;
      return masked === null
        ? failed({ kind: 'card-not-chargeable', why: 'not-approved' })
        : ok({ attemptId: id, startedAt, card: masked, firstName, lastName, email, phone, concept, amount });
    },
    async recharge(draft: RechargeDraft, actor: Actor): Promise<Result<Attempt>> {
      const earlier = await fromLedger(ledger.attempt(draft.draftId));
      if (!earlier.ok) return earlier;
      if (merchants.active().id !== draft.merchantId) return failed({ kind: 'merchant-changed' });
      // A draft that is submitted twice gets its result, whatever became of the card.
      if (earlier.value !== null) {
        const paid = await fromLedger(ledger.attempt(draft.attemptId));
        if (!paid.ok) return paid;
        return sameRecharge(earlier.value, draft, paid.value === null ? draft.attemptId : keyedPaymentOf(paid.value));
      }
      const card = await chargeable(draft.attemptId, actor);
      if (!card.ok) return card;
      const { first } = card.value;
      const account = await readyAccount(merchants, draft.merchantId, first.family);
      if (!account.ok) return account;
      const { merchant } = account.value;
      const payment = rechargePayment(draft, first, merchant);
      if (payment === null) return failed({ kind: 'card-not-chargeable', why: 'no-reference' });
      const circumstances = { merchant, family: first.family, seat: seat(), actor, now: clock() };
      const begun = await beginGuarded(
        { ...draft, lastFour: first.card?.lastFour ?? '', isAgain: true },
        circumstances,
        (approvedBy) => rechargeAttempt(draft, card.value, circumstances, approvedBy),
      );
      if (!begun.ok) return begun;
      const { attempt, isEarlier, giveBack } = begun.value;
      if (isEarlier) return sameRecharge(attempt, draft, first.id);
      const answer = await answerOf(() => gateway.recharge(account.value, first.family, payment), reportBug);
      if (answer.outcome === 'not-sent') giveBack();
      return recorder.finish(attempt, answer);
    },
    /** Has the card charged no more by any of its payments until now. The service has no deletion, so this is ours alone. */
    async forget(attemptId: string, actor: Actor): Promise<Result<void>> {
      const forgotten = await fromLedger(ledger.forgetCard(attemptId, actor.name));
      if (!forgotten.ok) return forgotten;
      return forgotten.value ? ok(undefined) : failed({ kind: 'not-found' });
    },
  };
}

const sameRecharge = (attempt: Attempt, { amount, merchantId }: RechargeDraft, cardOf: string): Result<Attempt> =>
  ofDraft(
    attempt,
    attempt.operation === 'recharge' &&
      attempt.amount === amount &&
      attempt.merchantId === merchantId &&
      attempt.cardOf === cardOf,
  );
