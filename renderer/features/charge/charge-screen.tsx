/** The Charge screen: keys a hold or a sale, reads it back, sends it once and shows the outcome. */
import type { CardOperation } from '#shared/payments/operations.ts';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { decimalText } from '#shared/payments/money.ts';
import { api } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useCardOnScreen } from '#renderer/ui/page-facts.ts';
import { Screen } from '#renderer/ui/screen.tsx';
import { useSession } from '#renderer/session/session.tsx';
import { useShortcuts } from '#renderer/ui/shortcuts.tsx';
import classes from '#renderer/features/charge/form/charge-form.module.css';
import { readingKeys } from '#renderer/features/charge/form/amount-fields.tsx';
import { offeredReading } from '#renderer/features/charge/form/field-words.ts';
import { moreKeys } from '#renderer/features/charge/form/more-fields.tsx';
import { modeKeys, PaymentFields } from '#renderer/features/charge/form/payment-fields.tsx';
import { MerchantQuestion } from './merchant-question.tsx';
import { RefusedView } from './refused-view.tsx';
import { isMendable, mendKeys, newPaymentKeys, ResultView, sendKeys } from './result-view.tsx';
import { SummaryColumn } from './summary-column.tsx';
import { useMerchantMove } from './use-merchant-move.ts';
import { usePayment, type Payment } from './use-payment.ts';
import { isTyped } from './merchant-values.ts';
import { usePaymentForm, type PaymentForm } from '#renderer/features/charge/form/use-payment-form.ts';

/** @param newPayments grows each time the application menu asks for a new payment */
export function ChargeScreen({ newPayments }: { readonly newPayments: number }) {
  const { t } = useText();
  const session = useSession();
  const form = usePaymentForm(session.merchant.merchant);
  const payment = usePayment(form, session);
  const { phase } = payment;
  const move = useMerchantMove(form, payment, session.merchant.merchant);
  useCardOnScreen(form.values.cardNumber !== '' || form.values.securityCode !== '');
  useWarmConnection(session.merchant.merchant.id, form.begun);
  useNewPaymentRequest(newPayments, form, payment);
  useChargeKeys(form, payment, move.asksAbout !== null);

  return (
    <Screen
      title={t(phase.kind === 'done' || phase.kind === 'refused' ? 'charge:titleDone' : 'charge:title')}
      tools={phase.kind === 'editing' && move.asksAbout === null && <ClearButton onClear={payment.startNew} />}
      summary={move.asksAbout === null ? <SummaryColumn form={form} payment={payment} /> : undefined}
    >
      {move.asksAbout !== null ? (
        <MerchantQuestion move={move} before={move.asksAbout} />
      ) : phase.kind === 'done' ? (
        <ResultView phase={phase} payment={payment} />
      ) : phase.kind === 'refused' ? (
        <RefusedView phase={phase} payment={payment} />
      ) : (
        <KeyedForm form={form} payment={payment} />
      )}
    </Screen>
  );
}

function ClearButton({ onClear }: { readonly onClear: () => void }) {
  const { t } = useText();
  return (
    <Button className={classes.clear ?? ''} variant="subtle" color="gray" size="compact-md" onClick={onClear}>
      {t('charge:clear')}
    </Button>
  );
}

function KeyedForm({ form, payment }: { readonly form: PaymentForm; readonly payment: Payment }) {
  const note = useFormNote(form, payment);
  return (
    <form
      id="charge-form"
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        payment.review();
      }}
    >
      {note !== null && (
        <p className={classes.kept} role="status">
          {note}
        </p>
      )}
      <fieldset disabled={payment.phase.kind !== 'editing'}>
        <PaymentFields form={form} />
      </fieldset>
    </form>
  );
}

/** Returns the line above the form: what became of the values or of the card; null when nothing did. */
function useFormNote(form: PaymentForm, payment: Payment): string | null {
  const { t } = useText();
  const { merchant } = useSession().merchant;
  const { override, cardCleared, merchantNote, phase } = payment;
  if (phase.kind !== 'editing' || form.values.cardNumber !== '') return null;
  if (merchantNote !== null) {
    return t(`charge:move.${merchantNote.kind}`, { merchant: merchant.name, before: merchantNote.before });
  }
  if (cardCleared === 'too-late') return t('charge:retry.over');
  if (override !== null) return t('charge:overrideKept', { reason: override.reason });
  return cardCleared === 'kept' && isTyped(form.values, form.owner) ? t('charge:kept') : null;
}

/** Opens a connection when the screen opens and at the first key, so that the customer does not wait for the handshake. */
function useWarmConnection(merchantId: string, begun: boolean): void {
  const warm = useEffectEvent((_merchantId: string, _begun: boolean) => void api.payments.warm(undefined));
  useEffect(() => warm(merchantId, begun), [merchantId, begun]);
}

function useNewPaymentRequest(newPayments: number, form: PaymentForm, payment: Payment): void {
  const seen = useRef(newPayments);
  const act = useEffectEvent(() => {
    if (payment.phase.kind === 'done' || payment.phase.kind === 'refused') payment.startNew();
    else if (payment.phase.kind === 'editing') form.focus('amount');
  });
  useEffect(() => {
    if (seen.current === newPayments) return;
    seen.current = newPayments;
    act();
  }, [newPayments]);
  // Focus the amount when the screen opens, because callers say it first. Keyed values stay.
  const open = useEffectEvent(() => {
    if (payment.phase.kind === 'editing') form.focus('amount');
  });
  useEffect(() => open(), []);
}

/** The operation that the mode key switches to. */
const otherOperation: Readonly<Record<CardOperation, CardOperation>> = { sell: 'authorize', authorize: 'sell' };

function useChargeKeys(form: PaymentForm, payment: Payment, asked: boolean): void {
  const { phase } = payment;
  const editing = phase.kind === 'editing' && !asked;
  const ended = phase.kind === 'done' || phase.kind === 'refused';
  const reading = editing ? offeredReading(form.values.amount) : null;
  useShortcuts({
    [modeKeys]: editing ? () => form.change({ operation: otherOperation[form.values.operation] }) : undefined,
    [moreKeys]: editing ? () => form.showMore(!form.moreShown) : undefined,
    [readingKeys]:
      reading === null
        ? undefined
        : () => {
            form.change({ amount: decimalText(reading) });
            form.focus('cardNumber');
          },
    [sendKeys]: phase.kind === 'review' ? payment.send : ended ? payment.tryAgain : undefined,
    'Mod+Enter': phase.kind === 'review' ? payment.send : undefined,
    Escape: phase.kind === 'review' ? payment.backToForm : phase.kind === 'sending' ? payment.cancel : undefined,
    [newPaymentKeys]: ended ? payment.startNew : undefined,
    [mendKeys]: isMendable(phase) ? payment.mend : undefined,
  });
}
