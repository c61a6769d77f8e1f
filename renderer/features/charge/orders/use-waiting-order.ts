/**
 * Brings an order of a link, or of the command line, into the Charge form. An empty form is filled in; anything else is asked
 * about first. Never reviews and never sends.
 */
import { useEffect, useEffectEvent, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { Order, OrderIssue, WaitingOrder } from '#shared/payments/entry/order.ts';
import { useAction, useCall } from '#renderer/session/api.ts';
import { beforeNextKey } from '#renderer/ui/typing.ts';
import { isFocusLost } from '#renderer/ui/dialog-keys.ts';
import type { FieldName } from '#renderer/features/charge/form/payment-issues.ts';
import { formFields } from '#shared/payments/payment-fields.ts';
import { newPayment, withoutCard, type PaymentValues } from '#renderer/features/charge/form/payment-form.ts';
import type { PaymentForm } from '#renderer/features/charge/form/use-payment-form.ts';
import { isBegun } from '#renderer/features/charge/merchant-values.ts';
import type { Payment } from '#renderer/features/charge/use-payment.ts';

export type OrderNotice =
  | { readonly kind: 'filled'; readonly undo: () => void }
  | {
      readonly kind: 'offered';
      readonly order: Order;
      /** Something is keyed, which the order replaces. */
      readonly replaces: boolean;
      readonly more: number;
      readonly take: () => void;
      readonly discard: () => void;
    }
  | { readonly kind: 'refused'; readonly issues: readonly OrderIssue[]; readonly close: () => void }
  /** It was filled in or is not wanted, and main still has it. */
  | { readonly kind: 'stuck'; readonly failure: Failure; readonly again: () => void }
  /** A payment is under way, or its result is shown. */
  | { readonly kind: 'later' };

interface Filled {
  readonly before: PaymentValues;
  readonly after: PaymentValues;
  readonly merchantId: string;
}

/** Returns the fields that still hold what the order filled in. */
const leftOf = ({ before, after }: Filled, values: PaymentValues) =>
  formFields.filter((name) => after[name] !== before[name] && values[name] === after[name]);

/** Returns what undoes the order that was filled in, null for none; and sets that order. */
function useFilled(form: PaymentForm): readonly [(() => void) | null, (filled: Filled) => void] {
  const [filled, setFilled] = useState<Filled | null>(null);
  // Forgotten once nothing of it is left, so that the same text keyed later is not taken for the link's.
  if (filled !== null && (filled.merchantId !== form.owner.id || leftOf(filled, form.values).length === 0)) {
    setFilled(null);
  }
  const undo = (): void => {
    if (filled === null) return;
    const { values } = form.store.state();
    form.change(Object.fromEntries(leftOf(filled, values).map((name) => [name, filled.before[name]])));
    setFilled(null);
    form.focus('amount');
  };
  return [filled && undo, setFilled];
}

function useArrival(order: WaitingOrder | null, arrive: (order: WaitingOrder) => void): void {
  const arriveNow = useEffectEvent(arrive);
  useEffect(() => {
    if (order === null) return undefined;
    let shown = true;
    // After the other effects of this change, which may ask about a form that was keyed for another merchant.
    queueMicrotask(() => {
      if (shown) beforeNextKey(() => arriveNow(order));
    });
    return () => {
      shown = false;
    };
  }, [order]);
}

/**
 * @param ready false until it is known what else is offered at the start
 * @param asked true while another question about the form is open
 */
export function useWaitingOrder(
  form: PaymentForm,
  payment: Payment,
  ready: boolean,
  asked: boolean,
): OrderNotice | null {
  const { store } = form;
  const waiting = useCall('payments', 'waitingOrder', undefined).data ?? null;
  const [undo, setFilled] = useFilled(form);
  /** Id of the order that somebody has to take, because the form was not empty when it came. */
  const [offeredId, setOfferedId] = useState<string | null>(null);
  /** Id of the order that is being dropped, while main may still answer it. */
  const [droppedId, setDroppedId] = useState<string | null>(null);
  const editing = payment.phase.kind === 'editing';

  const dropping = useAction('payments', 'dropOrder');
  const drop = ({ id }: WaitingOrder): void => {
    setDroppedId(id);
    dropping.mutate({ id });
  };
  const fill = (
    from: WaitingOrder,
    order: Order,
    before: PaymentValues,
    base: PaymentValues,
    caret: FieldName | null,
  ): void => {
    const after = { ...base, ...order };
    form.adopt(after, caret);
    if (order.description !== undefined) form.showMore(true);
    setFilled({ before: withoutCard(before), after, merchantId: store.state().merchant.id });
    drop(from);
  };

  useArrival(ready ? waiting : null, (next) => {
    if (next.read.kind === 'refused' || next.id === offeredId || next.id === droppedId) return;
    const { values, owner, merchant } = store.state();
    if (editing && !asked && owner.id === merchant.id && !isBegun(values, owner)) {
      // Nobody asked for it now: what is typed next belongs where the caret is.
      fill(next, next.read.order, values, values, isFocusLost() ? 'amount' : store.caret());
    } else setOfferedId(next.id);
  });

  if (waiting?.id === droppedId && dropping.error !== null && editing) {
    const again = (): void => {
      drop(waiting);
      form.focus('amount');
    };
    return { kind: 'stuck', failure: dropping.error.failure, again };
  }
  if (waiting !== null && waiting.id !== droppedId) {
    const { read, more } = waiting;
    if (!editing) return { kind: 'later' };
    if (read.kind === 'refused') return { kind: 'refused', issues: read.issues, close: () => drop(waiting) };
    if (waiting.id === offeredId) {
      const { order } = read;
      return {
        kind: 'offered',
        order,
        replaces: isBegun(form.values, form.owner),
        more,
        take: () => {
          const { values, merchant } = store.state();
          payment.startNew();
          fill(waiting, order, values, newPayment(merchant), 'amount');
        },
        discard: () => {
          drop(waiting);
          form.focus('amount');
        },
      };
    }
  }
  return undo === null || !editing ? null : { kind: 'filled', undo };
}
