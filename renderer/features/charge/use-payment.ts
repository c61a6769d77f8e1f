/** The steps of one payment: review, send once, cancel while possible, take the outcome, try again, start again. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Result } from '#shared/failure.ts';
import type { PaymentDraft } from '#shared/payments/attempt.ts';
import type { SubmittedAttempt } from '#shared/payments/card-retry.ts';
import type { LookalikeAnswer } from '#shared/payments/lookalikes.ts';
import { api, useCall, useMainEvent } from '#renderer/session/api.ts';
import { newId } from '#shared/new-id.ts';
import { breakTyping } from '#renderer/ui/typing.ts';
import type { SessionState } from '#renderer/session/session.tsx';
import { ownerOf } from './merchant-values.ts';
import { amountOf, cardDigits } from '#renderer/features/charge/form/payment-form.ts';
import { fieldOfRefusal } from '#renderer/features/charge/form/refused-field.ts';
import {
  appliesTo,
  factsOf,
  guardedOf,
  reasonFieldId,
  settles,
  type Allowance,
  type GuardedPayment,
  type Override,
  type PaymentFacts,
  type Phase,
} from './payment-phase.ts';
import { givenFor, mayTryAgain, shownResult, retryFrom, retryOf, usePhase, withoutRetry } from './next-try.ts';
import { draftOf } from '#renderer/features/charge/form/payment-draft.ts';
import type { PaymentForm } from '#renderer/features/charge/form/use-payment-form.ts';
import { useGuard } from '#renderer/features/charge/guard/use-guard.ts';

export interface Payment {
  readonly phase: Phase;
  readonly override: Override | null;
  /** A supervisor's approval of the amount. */
  readonly allowance: Allowance | null;
  /** Answer of the guard about the keyed card, amount and merchant. */
  readonly guard: LookalikeAnswer;
  /** Payment that the guard was asked about; null while the card or the amount is incomplete. */
  readonly guarded: GuardedPayment | null;
  /** The override, if it is enough for the guard's answer. */
  readonly settledBy: Override | null;
  /** The operator wanted to go on without the reason that the guard asks for. */
  readonly reasonMissing: boolean;
  /** Why the form asks for the card again: it was cleared, or another try came too late. */
  readonly cardCleared: 'kept' | 'too-late' | null;
  readonly review: () => void;
  readonly backToForm: () => void;
  readonly send: () => void;
  /** Sends a payment that did not leave once more, with the card that main kept. */
  readonly tryAgain: () => void;
  readonly cancel: () => void;
  /** Returns to the form after an outcome, with everything but the card. */
  readonly mend: () => void;
  /** Takes the reason to send a payment like an earlier one, and goes on with the payment. */
  readonly overrideWith: (reason: string, approvalId: string | null) => void;
  /** Takes a supervisor's approval of the refused amount. */
  readonly allowWith: (approvalId: string) => void;
  readonly withdrawReason: () => void;
  readonly startNew: () => void;
  /** True for a payment under way, and for its result until the operator has seen it. */
  readonly staysOpen: () => boolean;
  /** Drops what belongs to the former merchant: a reason, and a result. */
  readonly leaveMerchant: (note: MerchantNote | null) => void;
  /** Effect of the last change of merchant on the form, until something is keyed. */
  readonly merchantNote: MerchantNote | null;
}

interface MerchantNote {
  readonly kind: 'cleared' | 'closed';
  /** Name of the former merchant. */
  readonly before: string;
}

export function usePayment(form: PaymentForm, session: SessionState): Payment {
  const { merchant } = session.merchant;
  const role = session.operator?.role ?? null;
  const [phase, setPhase] = usePhase();
  const [override, setOverride] = useState<Override | null>(null);
  const [allowance, setAllowance] = useState<Allowance | null>(null);
  const [cardCleared, setCardCleared] = useState<Payment['cardCleared']>(null);
  const [reasonRequest, setReasonRequest] = useState<{ readonly about: LookalikeAnswer } | null>(null);
  const [merchantNote, setMerchantNote] = useState<MerchantNote | null>(null);
  const draftId = useRef(newId());
  const owner = ownerOf(merchant);
  const keyStore = useCall('vault', 'status', undefined).data?.reason ?? null;

  const keying = phase.kind === 'editing' || phase.kind === 'review';
  const guard = useGuard(form.values, merchant.id, keying);
  const amount = amountOf(form.values);
  const guarded =
    amount === null ? null : { merchantId: merchant.id, amount, lastFour: cardDigits(form.values).slice(-4) };
  const applies = override !== null && guarded !== null && appliesTo(override, guarded);
  const settledBy = guard.kind === 'found' && applies && settles(override, guard.needs, role) ? override : null;
  const needsReason = guard.kind === 'found' && settledBy === null;

  // A requested focus waits until the panel is rendered, because the review may just be closing.
  const handledRequest = useRef(reasonRequest);
  useLayoutEffect(() => {
    if (reasonRequest === null || handledRequest.current === reasonRequest) return;
    handledRequest.current = reasonRequest;
    document.getElementById(reasonFieldId)?.focus();
  }, [reasonRequest]);
  const askReason = (): void => {
    setPhase({ kind: 'editing' });
    setReasonRequest({ about: guard });
  };

  const forget = useEffectEvent((_owner: string) => {
    if (form.values.cardNumber !== '' || form.values.securityCode !== '') setCardCleared('kept');
    form.forgetCard();
    if (phase.kind === 'sending' || retryOf(phase) !== null) void api.payments.forgetCard(undefined);
    setPhase((before) => (before.kind === 'review' ? { kind: 'editing' } : withoutRetry(before)));
  });
  // Clear the card when the screen is left, and when the operator or the merchant changes (invariant 5).
  const keyedBy = `${session.operator?.name ?? ''} ${owner}`;
  useEffect(() => () => forget(keyedBy), [keyedBy]);

  // Runs only while the screen is shown, so a result that came behind another screen stays unseen.
  const seen = useRef<{ readonly result: object; readonly under: string } | null>(null);
  useLayoutEffect(() => {
    const result = shownResult(phase);
    if (result !== null && seen.current?.result !== result) seen.current = { result, under: owner };
  }, [phase, owner]);

  useMainEvent('payments.sent', (event) => {
    setPhase((before) =>
      before.kind === 'sending' && before.draftId === event.draftId
        ? { ...before, sentAt: Date.now(), cancel: before.cancel === 'asked' ? 'too-late' : before.cancel }
        : before,
    );
  });

  const finish = (result: Result<SubmittedAttempt>, facts: PaymentFacts): void => {
    breakTyping();
    if (result.ok) {
      draftId.current = newId();
      setOverride(null);
      setAllowance(null);
      const { retry, ...attempt } = result.value;
      setPhase({ kind: 'done', attempt, facts, notRecorded: null, retry: retryFrom(retry) });
      return;
    }
    const { failure } = result;
    if (failure.kind === 'not-recorded') {
      draftId.current = newId();
      setPhase({ kind: 'done', attempt: failure.attempt, facts, notRecorded: failure, retry: null });
      return;
    }
    // After a bug the attempt may or may not be recorded. The same draft id keeps a second try from becoming a second attempt.
    if (failure.kind !== 'internal') draftId.current = newId();
    // The approval that was given, if any, has run out.
    if (failure.kind === 'step-up-needed') setAllowance(null);
    const goesOn = failure.kind === 'duplicate' || failure.kind === 'step-up-needed' || failure.kind === 'vault';
    const retry = goesOn ? retryFrom(failure.retry) : null;
    setPhase({ kind: 'refused', failure, facts, retry });
  };

  const startSending = (facts: PaymentFacts): void => {
    setCardCleared(null);
    setReasonRequest(null);
    const since = Date.now();
    setPhase({ kind: 'sending', draftId: draftId.current, facts, since, sentAt: null, cancel: 'possible' });
  };

  const submit = (draft: PaymentDraft, facts: PaymentFacts): void => {
    // Not through TanStack Query, because its mutation cache would keep the card (invariant 5).
    void api.payments[facts.operation](draft).then((result) => finish(result, facts));
  };

  /** Wipes the card that main keeps, because the operator goes another way. */
  const dropRetry = (): void => {
    if (retryOf(phase) !== null) void api.payments.forgetCard(undefined);
  };

  const goToReview = (): void => setPhase({ kind: 'review' });

  return {
    phase,
    override,
    allowance,
    guard,
    guarded,
    settledBy,
    reasonMissing: needsReason && reasonRequest?.about === guard,
    cardCleared,
    merchantNote: phase.kind === 'editing' && !form.begun ? merchantNote : null,
    review: () => {
      if (!form.check()) return;
      if (needsReason) askReason();
      else goToReview();
    },
    backToForm: () => setPhase({ kind: 'editing' }),
    send: () => {
      if (phase.kind !== 'review') return;
      if (needsReason) {
        askReason();
        return;
      }
      const keyedDraft = draftOf(form.values, merchant, draftId.current, new Date(), null);
      if (keyedDraft === null) {
        // The card may have expired at midnight, since the review.
        setPhase({ kind: 'editing' });
        form.check();
        return;
      }
      const facts = factsOf(keyedDraft, form.values, merchant);
      submit({ ...keyedDraft, ...givenFor(guardedOf(facts), override, allowance) }, facts);
      form.forgetCard();
      startSending(facts);
    },
    tryAgain: () => {
      if (phase.kind !== 'done' && phase.kind !== 'refused') return;
      const { retry, facts } = phase;
      if (retry === null || Date.now() >= retry.until) return;
      const given = givenFor(guardedOf(facts), override, allowance);
      if (!mayTryAgain(phase, given, keyStore)) return;
      void api.payments.tryAgain({ handle: retry.handle, draftId: draftId.current, ...given }).then((result) => {
        if (result.ok || result.failure.kind !== 'not-found') return finish(result, facts);
        breakTyping();
        setCardCleared('too-late');
        setPhase({ kind: 'editing' });
        form.focus('cardNumber');
      });
      startSending(facts);
    },
    cancel: () => {
      if (phase.kind !== 'sending' || phase.sentAt !== null || phase.cancel !== 'possible') return;
      setPhase({ ...phase, cancel: 'asked' });
      void api.payments.cancel({ draftId: phase.draftId }).then((result) => {
        if (result.ok && result.value.cancelled) return;
        setPhase((before) => (before.kind === 'sending' ? { ...before, cancel: 'too-late' } : before));
      });
    },
    mend: () => {
      dropRetry();
      setCardCleared('kept');
      setPhase({ kind: 'editing' });
      const refusal = phase.kind === 'done' ? fieldOfRefusal(phase.attempt) : null;
      if (refusal === null) form.focus('cardNumber');
      else form.refuse(refusal.field, refusal.code);
    },
    overrideWith: (reason, approvalId) => {
      if (phase.kind === 'refused') {
        setOverride({ reason, approvalId, ...guardedOf(phase.facts) });
        if (phase.retry !== null && Date.now() < phase.retry.until) return;
        setCardCleared('kept');
        setPhase({ kind: 'editing' });
        form.focus('cardNumber');
      } else if (keying && guarded !== null) {
        setOverride({ reason, approvalId, ...guarded });
        if (form.goOn()) goToReview();
      }
    },
    allowWith: (approvalId) => {
      if (phase.kind !== 'refused') return;
      setAllowance({ approvalId, ...guardedOf(phase.facts) });
      if (phase.retry !== null && Date.now() < phase.retry.until) return;
      setCardCleared('kept');
      setPhase({ kind: 'editing' });
      form.focus('cardNumber');
    },
    withdrawReason: () => {
      setOverride(null);
      setReasonRequest({ about: guard });
    },
    staysOpen: () => phase.kind === 'sending' || (shownResult(phase) !== null && seen.current?.under === owner),
    leaveMerchant: (note) => {
      setMerchantNote(note);
      setOverride(null);
      setAllowance(null);
      setReasonRequest(null);
      setCardCleared(null);
      if (phase.kind !== 'sending') setPhase({ kind: 'editing' });
    },
    startNew: () => {
      dropRetry();
      setMerchantNote(null);
      setOverride(null);
      setAllowance(null);
      setCardCleared(null);
      setReasonRequest(null);
      setPhase({ kind: 'editing' });
      form.restart();
    },
  };
}
