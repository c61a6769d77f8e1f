/** Asks the duplicate guard while the card is keyed, one question at a time. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { cardNumberIssue } from '#shared/payments/card.ts';
import type { LookalikeAnswer } from '#shared/ledger/lookalikes.ts';
import { api, useMainEvent } from '#renderer/session/api.ts';
import { amountOf, cardDigits, type PaymentValues } from '#renderer/features/charge/form/payment-form.ts';

/** Pause after the last change before the guard is asked, in ms. */
const pause = 200;

const nothing: LookalikeAnswer = { kind: 'none' };

/**
 * Returns the answer for exactly the keyed card, amount and merchant, `none` until there is one. Asks again when one of
 * them changes, and when an earlier payment does. Nothing waits for it.
 */
export function useGuard(values: PaymentValues, merchantId: string, active: boolean): LookalikeAnswer {
  const [answer, setAnswer] = useState(nothing);
  // Grows when the same question may have another answer.
  const [round, setRound] = useState(0);
  const asking = useRef(false);
  const next = useRef<(() => void) | null>(null);
  const digits = cardDigits(values);
  const amount = amountOf(values);
  const handle = values.keptCard?.handle ?? null;
  const ready = active && amount !== null && (handle !== null || cardNumberIssue(digits) === null);
  const cardNumber = ready ? (handle ?? digits) : '';

  useMainEvent('history.changed', ({ attemptIds }) => {
    if (answer.kind !== 'found') return;
    const told = answer.earlier.flatMap(({ id, payment }) => [id, payment?.settlement?.id ?? id]);
    if (attemptIds === null || told.some((id) => attemptIds.includes(id))) setRound(round + 1);
  });
  useMainEvent('ledger.changed', () => {
    if (answer.kind === 'later') setRound(round + 1);
  });

  const drop = useEffectEvent((_number: string, _amount: number | null, _merchantId: string) => setAnswer(nothing));
  useEffect(() => {
    if (cardNumber === '' || amount === null) return;
    let wanted: number | null = round;
    // Not through TanStack Query, whose cache would keep the number (invariant 5).
    const ask = (): void => {
      if (asking.current) {
        next.current = ask;
        return;
      }
      asking.current = true;
      const card = handle === null ? { cardNumber } : { handle };
      void api.payments.lookalikes({ merchantId, amount, ...card }).then((result) => {
        asking.current = false;
        if (wanted === round) setAnswer(result.ok ? result.value : { kind: 'later' });
        const waiting = next.current;
        next.current = null;
        waiting?.();
      });
    };
    const timer = setTimeout(ask, pause);
    return () => {
      wanted = null;
      clearTimeout(timer);
      if (next.current === ask) next.current = null;
    };
  }, [cardNumber, handle, amount, merchantId, round]);
  // A layout effect, so that no frame shows an answer beside another card. An answer that is asked for again stays.
  useLayoutEffect(() => () => drop(cardNumber, amount, merchantId), [cardNumber, amount, merchantId]);

  return answer;
}
