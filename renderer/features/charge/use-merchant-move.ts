/**
 * Reacts to a change of merchant on the Charge screen, whoever made it. Closes a result, drops a reason, and asks before
 * anything typed is carried over.
 */
import { useEffectEvent, useLayoutEffect } from 'react';
import type { Merchant } from '#shared/seat/merchant.ts';
import { breakTyping } from '#renderer/ui/typing.ts';
import { carriedValues, isTyped, mayCarry, ownerOf } from './merchant-values.ts';
import { newPayment } from '#renderer/features/charge/form/payment-form.ts';
import type { PaymentForm } from '#renderer/features/charge/form/use-payment-form.ts';
import type { Phase } from './payment-phase.ts';
import { isMendable } from './next-step.ts';
import type { Payment } from './use-payment.ts';

export type MerchantMove = ReturnType<typeof useMerchantMove>;

export function useMerchantMove(form: PaymentForm, payment: Payment, merchant: Merchant) {
  const { values, owner } = form;
  const { phase } = payment;
  const current = ownerOf(merchant);
  const moved = ownerOf(owner) !== current;
  const asks = moved && phase.kind === 'editing' && mayCarry(owner, merchant) && isTyped(values, owner);

  const startEmpty = (): void => form.adopt(newPayment(merchant));

  const follow = useEffectEvent((left: Phase, _current: string) => {
    if (!moved || asks || payment.staysOpen()) return;
    const before = owner.name;
    const closed = left.kind === 'done' ? ({ kind: 'closed', before } as const) : null;
    if (left.kind === 'review' || isMendable(left)) {
      // Once it is closed, the typed values lead to the question or are cleared.
      payment.leaveMerchant(closed);
      return;
    }
    const cleared = left.kind === 'editing' && isTyped(values, owner) ? ({ kind: 'cleared', before } as const) : null;
    payment.leaveMerchant(closed ?? cleared);
    startEmpty();
  });
  // Somebody who is typing types for the former merchant.
  const interrupt = useEffectEvent((_current: string) => breakTyping());
  useLayoutEffect(() => interrupt(current), [current]);
  // A layout effect, so that no frame shows one merchant's form under another's name.
  useLayoutEffect(() => follow(phase, current), [phase, current]);

  // An untouched form follows the settings of its merchant.
  const stale = phase.kind === 'editing' && !moved && owner.defaultOperation !== merchant.defaultOperation;
  const renew = useEffectEvent(() => {
    // Asks the form itself, because what was read above may be some keys behind.
    const { begun, values: typed, owner: of } = form.store.state();
    if (!begun && !isTyped(typed, of)) startEmpty();
  });
  useLayoutEffect(() => {
    if (stale) renew();
  }, [stale]);

  return {
    /** Name of the merchant for whom the form was typed, while the operator is asked. */
    asksAbout: asks ? owner.name : null,
    keep: (): void => form.adopt(carriedValues(values, owner, merchant)),
    startEmpty,
  };
}
