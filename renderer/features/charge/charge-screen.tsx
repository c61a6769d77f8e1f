/** The Charge screen: keys a hold or a sale, reads it back, sends it once and shows the outcome. */
import type { CardOperation } from '#shared/payments/operations.ts';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { decimalText } from '#shared/payments/money.ts';
import { api } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { Screen } from '#renderer/ui/screen.tsx';
import { useSession } from '#renderer/session/session.tsx';
import { useShortcuts } from '#renderer/ui/shortcuts.tsx';
import classes from '#renderer/features/charge/form/charge-form.module.css';
import { readingKeys } from '#renderer/features/charge/form/amount-fields.tsx';
import { offeredReading } from '#renderer/features/charge/form/field-words.ts';
import { moreKeys } from '#renderer/features/charge/form/more-fields.tsx';
import { modeKeys, PaymentFields } from '#renderer/features/charge/form/payment-fields.tsx';
import { RefusedView } from './refused-view.tsx';
import { isMendable, mendKeys, newPaymentKeys, ResultView } from './result-view.tsx';
import { sendKeys, SummaryColumn } from './summary-column.tsx';
import { usePayment, type Payment } from './use-payment.ts';
import { usePaymentForm, type PaymentForm } from '#renderer/features/charge/form/use-payment-form.ts';

/** @param newPayments grows each time the application menu asks for a new payment */
export function ChargeScreen({ newPayments }: { readonly newPayments: number }) {
  const { t } = useText();
  const session = useSession();
  const form = usePaymentForm(session.merchant.merchant);
  const payment = usePayment(form, session);
  const { phase } = payment;
  useWarmConnection(session.merchant.merchant.id);
  useNewPaymentRequest(newPayments, form, payment);
  useChargeKeys(form, payment);

  return (
    <Screen
      title={t(phase.kind === 'done' || phase.kind === 'refused' ? 'charge:titleDone' : 'charge:title')}
      tools={phase.kind === 'editing' && <ClearButton onClear={payment.startNew} />}
      summary={<SummaryColumn form={form} payment={payment} />}
    >
      {phase.kind === 'done' ? (
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
  const { t } = useText();
  const { override, cardCleared } = payment;
  const note =
    form.values.cardNumber !== '' || payment.phase.kind !== 'editing'
      ? null
      : override !== null
        ? t('charge:overrideKept', { reason: override.reason })
        : cardCleared
          ? t('charge:kept')
          : null;
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

/** Opens a connection ahead of the first payment, so that the caller does not wait for the handshake. */
function useWarmConnection(merchantId: string): void {
  const warm = useEffectEvent((_merchantId: string) => void api.payments.warm(undefined));
  useEffect(() => warm(merchantId), [merchantId]);
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

function useChargeKeys(form: PaymentForm, payment: Payment): void {
  const { phase } = payment;
  const editing = phase.kind === 'editing';
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
    [sendKeys]: phase.kind === 'review' ? payment.send : undefined,
    'Mod+Enter': phase.kind === 'review' ? payment.send : undefined,
    Escape: phase.kind === 'review' ? payment.backToForm : phase.kind === 'sending' ? payment.cancel : undefined,
    [newPaymentKeys]: ended ? payment.startNew : undefined,
    [mendKeys]: isMendable(phase) ? payment.mend : undefined,
  });
}
