/** Asks what becomes of the typed values, because another merchant is in use than they were typed for. */
import { Button, Group } from '@mantine/core';
import { useLayoutEffect, useEffectEvent } from 'react';
import { takeFocus } from '#renderer/ui/dialog-keys.ts';
import { useSession } from '#renderer/session/session.tsx';
import { KeyButton, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { useText } from '#renderer/words/i18n.ts';
import classes from './result-view.module.css';
import type { Merchant } from '#shared/seat/merchant.ts';
import { breakTyping } from '#renderer/ui/typing.ts';
import { carriedValues, isTyped, mayCarry, ownerOf } from './merchant-values.ts';
import { newPayment } from '#renderer/features/charge/form/payment-form.ts';
import type { PaymentForm } from '#renderer/features/charge/form/use-payment-form.ts';
import type { Phase } from './payment-phase.ts';
import { isMendable } from './next-step.ts';
import type { Payment } from './use-payment.ts';

/** Stands in place of the form. Enter and Escape start empty, so that nothing is carried over by accident. */
export function MerchantQuestion({ move, before }: { readonly move: MerchantMove; readonly before: string }) {
  const { t } = useText();
  const merchant = useSession().merchant.merchant.name;
  useShortcuts({ Escape: move.startEmpty });
  return (
    <div
      className={classes.result}
      role="alertdialog"
      aria-labelledby="charge-merchant-question"
      aria-describedby="charge-merchant-question-body"
    >
      <h2 className={classes.question} id="charge-merchant-question">
        {t('charge:move.title', { merchant })}
      </h2>
      <p id="charge-merchant-question-body">{t('charge:move.body', { merchant, before })}</p>
      <Group gap={8}>
        <KeyButton variant="filled" ref={takeFocus} keys="Escape" onClick={move.startEmpty}>
          {t('charge:move.empty')}
        </KeyButton>
        <Button onClick={move.keep}>{t('charge:move.keep')}</Button>
      </Group>
    </div>
  );
}

type MerchantMove = ReturnType<typeof useMerchantMove>;

/**
 * Reacts to a change of merchant on the Charge screen, whoever made it. Closes a result, drops a reason, and asks before
 * anything typed is carried over.
 */
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
  // Keys that are under way are meant for the former merchant.
  const interrupt = useEffectEvent((_current: string) => breakTyping());
  useLayoutEffect(() => interrupt(current), [current]);
  // A layout effect, so that no frame shows one merchant's form under another's name.
  useLayoutEffect(() => follow(phase, current), [phase, current]);

  // An untouched form follows the settings of its merchant, and the built-in one's texts follow the language.
  const startsOtherwise = () => JSON.stringify(newPayment(owner)) !== JSON.stringify(newPayment(merchant));
  const stale = phase.kind === 'editing' && !moved && owner !== merchant && startsOtherwise();
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
