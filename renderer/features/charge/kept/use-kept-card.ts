/** The card of a form that is left: main keeps it for the return of the same operator, for a while. */
import { useEffect, useEffectEvent, useRef } from 'react';
import { oneSecond } from '#shared/durations.ts';
import type { Result } from '#shared/failure.ts';
import { securityCodeIssue } from '#shared/payments/card.ts';
import type { CardRetry } from '#shared/payments/card-retry.ts';
import { api } from '#renderer/session/api.ts';
import type { SessionState } from '#renderer/session/session.tsx';
import {
  cardDigits,
  shownCard,
  type PaymentValues,
  type TypedKept,
} from '#renderer/features/charge/form/payment-form.ts';
import type { PaymentForm } from '#renderer/features/charge/form/use-payment-form.ts';
import { ownerOf } from '#renderer/features/charge/merchant-values.ts';
import type { PaymentEvent } from '#renderer/features/charge/payment-machine.ts';

/**
 * Clears the card when the screen is left, and when the operator or the merchant changes (invariant 5).
 * @returns tells whether main keeps the form's card, or has not answered yet that it does
 */
export function useKeptCard(
  form: PaymentForm,
  session: SessionState,
  take: (event: PaymentEvent) => void,
): () => boolean {
  const { merchant } = session.merchant;
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
  const keyedBy = `${session.operator?.name ?? ''} ${session.locks} ${ownerOf(merchant)}`;
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
  return () => isKeeping.current || (keptUntil !== null && Date.now() < keptUntil && keptBy.current === keyedBy);
}
