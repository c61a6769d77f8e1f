/** Runs the machine of one payment: does what its steps ask for, and tells it what main and the operator do. */
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Result } from '#shared/failure.ts';
import { oneSecond } from '#shared/durations.ts';
import { securityCodeIssue } from '#shared/payments/card.ts';
import type { CardRetry, SubmittedAttempt } from '#shared/payments/card-retry.ts';
import { useQuery } from '@tanstack/react-query';
import { api, callOptions, useCall, useMainEvent } from '#renderer/session/api.ts';
import { useNewest } from '#renderer/session/newest-attempts.ts';
import { newId } from '#shared/new-id.ts';
import type { LedgerStatus } from '#shared/seat/settings.ts';
import { breakTypingBelow } from '#renderer/ui/dialog-keys.ts';
import type { SessionState } from '#renderer/session/session.tsx';
import { ownerOf } from './merchant-values.ts';
import { anotherCard, mendOf } from './next-step.ts';
import {
  amountOf,
  cardDigits,
  shownCard,
  type TypedKept,
  type PaymentValues,
} from '#renderer/features/charge/form/payment-form.ts';
import { draftOf, factsOf, fieldOfRefusal } from '#renderer/features/charge/form/payment-draft.ts';
import { appliesTo, reasonFieldId, settles } from './payment-phase.ts';
import {
  newCourse,
  step,
  type Effect,
  type MerchantNote,
  type PaymentEvent,
  type PaymentCourse,
} from './payment-machine.ts';
import type { PaymentForm } from '#renderer/features/charge/form/use-payment-form.ts';
import { useGuard } from '#renderer/features/charge/guard/use-guard.ts';

/** Keeps the machine's state beside React's, so that two events of one moment don't both start from the same state. */
function useMachine(run: (effect: Effect) => void): readonly [PaymentCourse, (event: PaymentEvent) => void] {
  const [state, setState] = useState(() => newCourse(newId()));
  const latest = useRef(state);
  const take = (event: PaymentEvent): void => {
    const [next, ...effects] = step(latest.current, event);
    // React keeps an update that changes nothing, one for each payment that is sent elsewhere, until the screen is drawn again.
    if (next !== latest.current) setState(next);
    latest.current = next;
    for (const effect of effects) run(effect);
  };
  return [state, take];
}

const isAvailable = ({ available }: LedgerStatus): boolean => available;

export type Payment = ReturnType<typeof usePayment>;

export function usePayment(form: PaymentForm, session: SessionState) {
  const { merchant } = session.merchant;
  const [state, take] = useMachine(run);
  const { draftId, override, reasonRequest } = state;
  const keyStore = useCall('vault', 'status', undefined).data?.reason ?? null;
  // Alone, because the rest of the status, such as the progress of a check, would render the form again each time.
  const isLedgerThere = useQuery({ ...callOptions('ledger', 'status', undefined), select: isAvailable }).data === true;
  // A result follows what becomes of its attempt: it may be resolved, or answered late, while it is shown.
  const attempt = useNewest(state.phase.kind === 'done' ? state.phase.attempt : null);
  const phase = useMemo(
    () => (state.phase.kind === 'done' && attempt !== null ? { ...state.phase, attempt } : state.phase),
    [state.phase, attempt],
  );

  const refusedBy = phase.kind === 'refused' ? phase.failure.kind : null;
  const isBack = refusedBy === 'ledger' ? isLedgerThere : refusedBy !== 'vault' || keyStore === null;

  const guard = useGuard(form.values, merchant.id, phase.kind === 'editing' || phase.kind === 'review');
  const amount = amountOf(form.values);
  const card = shownCard(form.values);
  const lastFour = card?.lastFour ?? cardDigits(form.values).slice(-4);
  const guarded = amount === null ? null : { merchantId: merchant.id, amount, lastFour };
  const applies = override !== null && guarded !== null && appliesTo(override, guarded);
  const role = session.operator?.role ?? null;
  const settledBy = guard.kind === 'found' && applies && settles(override, guard.needs, role) ? override : null;
  const unsettled = guard.kind === 'found' && settledBy === null ? guard : null;

  function run(effect: Effect): void {
    switch (effect.kind) {
      // Not through TanStack Query, because its mutation cache would keep the card (invariant 5).
      case 'submit':
        void api.payments[effect.operation](effect.draft).then(answerTo(effect.draft.draftId));
        return;
      case 'submit again':
        void api.payments.tryAgain(effect.retry).then(answerTo(effect.retry.draftId));
        return;
      case 'cancel':
        void cancel(effect.draftId);
        return;
      case 'wipe':
        void api.payments.forgetCard(undefined);
        return;
      case 'forget card':
        form.forgetCard(effect.keeps);
        return;
      case 'restart form':
        if (form.store.state().values.keptCard !== null) void api.payments.forgetCard(undefined);
        form.restart();
        return;
      case 'focus card':
        form.focus('cardNumber');
        return;
      case 'refuse':
        form.refuse(effect.field, effect.code);
        return;
      case 'go on':
        if (form.goOn()) take({ kind: 'review', unsettled: null });
    }
  }
  /** Holds nothing of the draft, so that its card is gone while the answer is awaited. */
  function answerTo(of: string): (result: Result<SubmittedAttempt>) => void {
    return (result) => {
      breakTypingBelow();
      take({ kind: 'answered', draftId: of, result, nextId: newId(), at: Date.now() });
    };
  }
  async function cancel(of: string): Promise<void> {
    const result = await api.payments.cancel({ draftId: of });
    if (!result.ok || !result.value.cancelled) take({ kind: 'not cancelled', draftId: of });
  }

  useMainEvent('payments.sent', (event) => take({ kind: 'sent', draftId: event.draftId, at: Date.now() }));

  // A requested focus waits until the panel is rendered, because the review may just be closing.
  const handledRequest = useRef(reasonRequest);
  useLayoutEffect(() => {
    if (reasonRequest === null || handledRequest.current === reasonRequest) return;
    handledRequest.current = reasonRequest;
    document.getElementById(reasonFieldId)?.focus();
  }, [reasonRequest]);

  // Clear the card when the screen is left, and when the operator or the merchant changes (invariant 5).
  const owner = ownerOf(merchant);
  const isKeeping = useRef(false);
  function keepCard(values: PaymentValues): void {
    const { securityCode, cardNumber } = values;
    const card = shownCard(values);
    if (card === null || cardNumber === '') return;
    const hasCode = securityCodeIssue(securityCode) === null;
    const kept = { number: cardDigits(values), securityCode: hasCode ? securityCode : null };
    isKeeping.current = true;
    void api.payments.keepCard({ merchantId: merchant.id, card: kept }).then(takeKept({ ...card, hasCode }));
  }
  /** Holds nothing of the number, so that it is gone while the answer is awaited. */
  function takeKept(
    card: Pick<TypedKept, 'brand' | 'lastFour' | 'hasCode'>,
  ): (result: Result<CardRetry | null>) => void {
    return (result) => {
      isKeeping.current = false;
      if (!result.ok || result.value === null) return;
      const { handle, seconds } = result.value;
      const isTaken = form.store.takeKept({ ...card, handle, until: Date.now() + seconds * oneSecond });
      if (!isTaken) void api.payments.forgetCard(undefined);
    };
  }
  const keptUntil = form.values.keptCard?.until ?? null;
  const over = useEffectEvent(() => take({ kind: 'card over' }));
  useEffect(() => {
    if (keptUntil === null) return;
    const timer = setTimeout(() => over(), Math.max(0, keptUntil - Date.now()));
    return () => clearTimeout(timer);
  }, [keptUntil]);
  const keyedBy = `${session.operator?.name ?? ''} ${session.locks} ${owner}`;
  const left = useEffectEvent((by: string) => {
    const { values } = form.store.state();
    // The same operator and merchant: only the screen was left, and main keeps the card for the return.
    const keeps = by === keyedBy;
    if (keeps) keepCard(values);
    const keyed = values.cardNumber !== '' || values.securityCode !== '' || (!keeps && values.keptCard !== null);
    take({ kind: 'left', keyed, keeps });
  });
  const keptBy = useRef(keyedBy);
  useEffect(() => {
    // Main wiped the card behind another screen, as by a lock.
    if (keptBy.current !== keyedBy) left(keptBy.current);
    keptBy.current = keyedBy;
    return () => left(keyedBy);
  }, [keyedBy]);

  // Runs only while the screen is shown, so a result that came behind another screen stays unseen.
  const result = phase.kind === 'done' ? phase.attempt : phase.kind === 'refused' ? phase.failure : null;
  const seen = useRef<{ readonly result: object; readonly under: string } | null>(null);
  useLayoutEffect(() => {
    if (result !== null && seen.current?.result !== result) seen.current = { result, under: owner };
  }, [result, owner]);

  return {
    ...state,
    phase,
    /** Answer of the guard about the keyed card, amount and merchant. */
    guard,
    /** Payment that the guard was asked about; null while the card or the amount is incomplete. */
    guarded,
    /** The override, if it is enough for the guard's answer. */
    settledBy,
    /** True unless the key store or the ledger refused the payment and is still away. */
    isBack,
    /** The operator wanted to go on without the reason that the guard asks for. */
    reasonMissing: unsettled !== null && reasonRequest?.about === guard,
    /** True while main keeps the form's card, or has not answered yet that it does. */
    keepsCard: () => isKeeping.current || (keptUntil !== null && Date.now() < keptUntil && keptBy.current === keyedBy),
    merchantNote: phase.kind === 'editing' && !form.begun ? state.merchantNote : null,
    review: () => {
      if (form.check()) take({ kind: 'review', unsettled });
    },
    backToForm: () => take({ kind: 'back' }),
    send: () => {
      if (phase.kind !== 'review') return;
      if (unsettled !== null) return take({ kind: 'review', unsettled });
      const draft = draftOf(form.values, merchant, draftId, new Date());
      if (draft !== null && card !== null)
        return take({ kind: 'submit', draft, facts: factsOf(draft, card, form.values, merchant), at: Date.now() });
      // The card may have expired at midnight, since the review.
      take({ kind: 'back' });
      form.check();
    },
    /** Sends a payment that did not leave once more, with the card that main kept. */
    tryAgain: () => take({ kind: 'try again', isBack, at: Date.now() }),
    cancel: () => take({ kind: 'cancel' }),
    /** Returns to the form after an outcome, with everything but the card. */
    mend: () => {
      const attempt = phase.kind === 'done' ? phase.attempt : null;
      // The next card has an expiry of its own.
      if (attempt !== null && mendOf(attempt) === anotherCard) form.change({ expiry: '' });
      take({ kind: 'mend', refused: attempt === null ? null : fieldOfRefusal(attempt) });
    },
    /** Takes the reason to send a payment like an earlier one, and goes on with the payment. */
    overrideWith: (reason: string, approvalId: string | null) =>
      take({ kind: 'reason', reason, approvalId, guarded, at: Date.now() }),
    /** Takes a supervisor's approval of the refused amount. */
    allowWith: (approvalId: string) => take({ kind: 'approval', approvalId, at: Date.now() }),
    withdrawReason: () => take({ kind: 'withdraw reason', about: guard }),
    /** True for a payment under way, and for its result until the operator has seen it. */
    staysOpen: () => phase.kind === 'sending' || (result !== null && seen.current?.under === owner),
    /** Drops what belongs to the former merchant: a reason, and a result. */
    leaveMerchant: (note: MerchantNote | null) => take({ kind: 'merchant left', note }),
    startNew: () => take({ kind: 'new' }),
  };
}
