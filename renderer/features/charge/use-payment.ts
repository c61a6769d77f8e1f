/** The steps of one payment: review, send once, cancel while possible, take the outcome, start again. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Result } from '#shared/failure.ts';
import type { Attempt, PaymentDraft } from '#shared/payments/attempt.ts';
import { api, useMainEvent } from '#renderer/session/api.ts';
import { newId } from '#shared/new-id.ts';
import type { SessionState } from '#renderer/session/session.tsx';
import { fieldOfRefusal } from '#renderer/features/charge/form/refused-field.ts';
import { factsOf, type Override, type PaymentFacts, type Phase } from './payment-phase.ts';
import { draftOf } from '#renderer/features/charge/form/payment-draft.ts';
import type { PaymentForm } from '#renderer/features/charge/form/use-payment-form.ts';

export interface Payment {
  readonly phase: Phase;
  readonly override: Override | null;
  /** The form says that the card of the previous attempt was cleared and has to be keyed again. */
  readonly cardCleared: boolean;
  readonly review: () => void;
  readonly backToForm: () => void;
  readonly send: () => void;
  readonly cancel: () => void;
  /** Returns to the form after an outcome, with everything but the card. */
  readonly mend: () => void;
  /** Goes back to the form with a reason to send a payment like an earlier one. */
  readonly overrideWith: (reason: string, approvalId: string | null) => void;
  readonly startNew: () => void;
}

export function usePayment(form: PaymentForm, session: SessionState): Payment {
  const { merchant } = session.merchant;
  const [phase, setPhase] = useState<Phase>({ kind: 'editing' });
  const [override, setOverride] = useState<Override | null>(null);
  const [cardCleared, setCardCleared] = useState(false);
  const draftId = useRef(newId());

  const forget = useEffectEvent((_owner: string) => {
    if (form.values.cardNumber !== '' || form.values.securityCode !== '') setCardCleared(true);
    form.forgetCard();
    setPhase((before) => (before.kind === 'review' ? { kind: 'editing' } : before));
  });
  // Clear the card when the screen is left, and when the operator or the merchant changes (invariant 5).
  const owner = `${session.operator?.name ?? ''} ${merchant.id}`;
  useEffect(() => () => forget(owner), [owner]);

  useMainEvent('payments.sent', (event) => {
    setPhase((before) =>
      before.kind === 'sending' && before.draftId === event.draftId
        ? { ...before, sentAt: Date.now(), cancel: before.cancel === 'asked' ? 'too-late' : before.cancel }
        : before,
    );
  });

  const finish = (result: Result<Attempt>, facts: PaymentFacts): void => {
    if (result.ok) {
      draftId.current = newId();
      setOverride(null);
      setPhase({ kind: 'done', attempt: result.value, facts, notRecorded: null });
      return;
    }
    const { failure } = result;
    if (failure.kind === 'not-recorded') {
      draftId.current = newId();
      setPhase({ kind: 'done', attempt: failure.attempt, facts, notRecorded: failure });
      return;
    }
    // After a bug the attempt may or may not be recorded. The same draft id keeps a second try from becoming a second attempt.
    if (failure.kind !== 'internal') draftId.current = newId();
    setPhase({ kind: 'refused', failure, facts });
  };

  const submit = (draft: PaymentDraft, facts: PaymentFacts): void => {
    // Not through TanStack Query, because its mutation cache would keep the card (invariant 5).
    void api.payments[facts.operation](draft).then((result) => finish(result, facts));
  };

  return {
    phase,
    override,
    cardCleared,
    review: () => {
      if (form.check()) setPhase({ kind: 'review' });
    },
    backToForm: () => setPhase({ kind: 'editing' }),
    send: () => {
      if (phase.kind !== 'review') return;
      const keyedDraft = draftOf(form.values, merchant, draftId.current, new Date(), null);
      if (keyedDraft === null) {
        // The card may have expired at midnight, since the review.
        setPhase({ kind: 'editing' });
        form.check();
        return;
      }
      const facts = factsOf(keyedDraft, form.values, merchant);
      const overrideApplies =
        override !== null && override.lastFour === facts.card.lastFour && override.amount === facts.amount;
      const draft = overrideApplies ? { ...keyedDraft, override: overrideOf(override) } : keyedDraft;
      form.forgetCard();
      setCardCleared(false);
      setPhase({ kind: 'sending', draftId: draft.draftId, facts, since: Date.now(), sentAt: null, cancel: 'possible' });
      submit(draft, facts);
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
      setCardCleared(true);
      setPhase({ kind: 'editing' });
      const refusal = phase.kind === 'done' ? fieldOfRefusal(phase.attempt) : null;
      if (refusal === null) form.focus('cardNumber');
      else form.refuse(refusal.field, refusal.code);
    },
    overrideWith: (reason, approvalId) => {
      if (phase.kind !== 'refused') return;
      setOverride({ reason, approvalId, lastFour: phase.facts.card.lastFour, amount: phase.facts.amount });
      setCardCleared(true);
      setPhase({ kind: 'editing' });
      form.focus('cardNumber');
    },
    startNew: () => {
      setOverride(null);
      setCardCleared(false);
      setPhase({ kind: 'editing' });
      form.restart();
    },
  };
}

const overrideOf = ({ reason, approvalId }: Override): NonNullable<PaymentDraft['override']> =>
  approvalId === null ? { reason } : { reason, approvalId };
