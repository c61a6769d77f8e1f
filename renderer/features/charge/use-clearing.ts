/** Clears the Charge form, and takes that back while nothing was keyed since. The card is not among what comes back. */
import { useEffect, useRef, useState } from 'react';
import type { Merchant } from '#shared/seat/merchant.ts';
import { withoutCard, type PaymentValues } from '#renderer/features/charge/form/payment-form.ts';
import type { PaymentForm } from '#renderer/features/charge/form/use-payment-form.ts';
import { isTyped } from './merchant-values.ts';
import type { Payment } from './use-payment.ts';

export type Clearing = ReturnType<typeof useClearing>;

export function useClearing(form: PaymentForm, payment: Payment) {
  const [cleared, setCleared] = useState<{ readonly values: PaymentValues; readonly owner: Merchant } | null>(null);
  // Cleared values are kept no longer than they can come back.
  if (cleared !== null && form.begun) setCleared(null);
  const canUndo = cleared !== null && cleared.owner === form.owner && !form.begun && payment.phase.kind === 'editing';

  const act = (): void => {
    if (canUndo && !form.store.state().begun) {
      setCleared(null);
      form.adopt(cleared.values);
      return;
    }
    const { values, owner } = form.store.state();
    setCleared(isTyped(values, owner) ? { values: withoutCard(values), owner } : null);
    payment.startNew();
  };
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  /** Clears, or takes it back if nothing was keyed since. Always the same function. */
  const [clearOrUndo] = useState(() => () => latest.current());

  useEffect(() => () => setCleared(null), []);

  return { canUndo, clearOrUndo };
}
