/** The Charge screen: keys a hold or a sale, reads it back, sends it once and shows the outcome. */
import type { CardOperation } from '#shared/payments/operations.ts';
import { offeredTaxRates } from '#shared/tax-rates.ts';
import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useText } from '#renderer/words/i18n.ts';
import { useCardOnScreen } from '#renderer/ui/page-facts.ts';
import { Screen } from '#renderer/ui/screen.tsx';
import { useRevisit } from '#renderer/session/navigation.tsx';
import { useSession } from '#renderer/session/session.tsx';
import { isDialogOpen } from '#renderer/ui/dialog-keys.ts';
import { useActions } from '#renderer/ui/actions.tsx';
import { later } from '#renderer/ui/later.tsx';
import classes from '#renderer/features/charge/form/charge-form.module.css';
import { readingKeys, takeReading } from '#renderer/features/charge/form/amount-fields.tsx';
import { offeredReading } from '#renderer/features/charge/form/field-words.ts';
import { useFormValue } from '#renderer/features/charge/form/form-store.ts';
import { clearKeys, modeKeys, moreKeys, PaymentFields } from '#renderer/features/charge/form/payment-fields.tsx';
import { ReadBack, SendingView } from '#renderer/features/charge/course/read-back.tsx';
import { useConnection } from '#renderer/features/charge/course/use-connection.ts';
import { useFirstDigit } from './first-digit.ts';
import { MerchantQuestion, useMerchantMove } from './merchant-question.tsx';
import { isMendable, mendKeys, sendKeys } from './next-step.ts';
import { SummaryColumn } from './summary-column.tsx';
import { DraftNotice, OrderBox, TaxNotice } from './offers.tsx';
import { useKeptDraft, type DraftOffer } from '#renderer/features/charge/kept/use-kept-draft.ts';
import { taxRateKeys, turnTaxRate } from '#renderer/features/charge/tax/tax-fields.tsx';
import { useWaitingOrder, type OrderNotice } from '#renderer/features/charge/orders/use-waiting-order.ts';
import { usePaymentForm, type PaymentForm } from '#renderer/features/charge/form/use-payment-form.ts';
import { useClearing, type Clearing } from './use-clearing.ts';
import { usePayment, type Payment } from './use-payment.ts';
import { isTyped } from './merchant-values.ts';
import { Form } from '#renderer/ui/parts.tsx';

const ResultView = later(() => import('./result-view.tsx'), 'ResultView');
const RefusedView = later(() => import('./refused-view.tsx'), 'RefusedView');

/** @param newPayments grows each time a new payment is asked for, on any screen */
export function ChargeScreen({ newPayments }: { readonly newPayments: number }) {
  const { t } = useText();
  const session = useSession();
  const form = usePaymentForm(session.merchant.merchant);
  const payment = usePayment(form, session);
  const { phase } = payment;
  const move = useMerchantMove(form, payment, session.merchant.merchant);
  const clearing = useClearing(form, payment);
  const draft = useKeptDraft(form, payment, session.operator?.name ?? null);
  const asked = draft != null || move.asksAbout !== null;
  const order = useWaitingOrder(form, payment, draft !== undefined, asked);
  // At once, because the window must not be seen with a card for a moment.
  useCardOnScreen(useFormValue(form.store, ({ values }) => values.cardNumber !== '' || values.securityCode !== ''));
  const stage = phase.kind === 'review' ? 'review' : phase.kind !== 'editing' ? null : form.begun ? 'keyed' : 'opened';
  const downSince = useConnection(session.merchant.merchant.id, session.merchant.merchant.environment, stage);
  useNewPaymentRequest(newPayments, form, payment);
  useReturnOfFocus(form, payment);
  useChargeKeys(form, payment, clearing, move.asksAbout !== null);
  useFirstDigit(payment, move.asksAbout !== null);

  return (
    <Screen
      title={t(phase.kind === 'done' || phase.kind === 'refused' ? 'charge:titleDone' : 'charge:title')}
      summary={
        move.asksAbout === null ? <SummaryColumn form={form} payment={payment} downSince={downSince} /> : undefined
      }
    >
      {order?.kind === 'later' && <OrderBox notice={order} />}
      {move.asksAbout !== null ? (
        <MerchantQuestion move={move} before={move.asksAbout} />
      ) : phase.kind === 'done' ? (
        <ResultView phase={phase} payment={payment} />
      ) : phase.kind === 'refused' ? (
        <RefusedView phase={phase} payment={payment} />
      ) : (
        <>
          {/* Stays in the page while the payment is read back, so that Esc returns to it as it was. */}
          {phase.kind !== 'sending' && (
            <div hidden={phase.kind !== 'editing'}>
              <KeyedForm form={form} payment={payment} clearing={clearing} draft={draft ?? null} order={order} />
            </div>
          )}
          {phase.kind === 'review' && <ReadBack values={form.values} />}
          {phase.kind === 'sending' && <SendingView phase={phase} />}
        </>
      )}
    </Screen>
  );
}

function KeyedForm({
  form,
  payment,
  clearing,
  draft,
  order,
}: {
  readonly form: PaymentForm;
  readonly payment: Payment;
  readonly clearing: Clearing;
  readonly draft: DraftOffer | null;
  readonly order: OrderNotice | null;
}) {
  const note = useFormNote(form, payment);
  return (
    <Form id="charge-form" className={classes.form} onSend={payment.review}>
      <TaxNotice />
      {draft !== null && <DraftNotice offer={draft} store={form.store} />}
      {order !== null && order.kind !== 'later' && <OrderBox notice={order} />}
      {note !== null && (
        <p className={classes.kept} role="status">
          {note}
        </p>
      )}
      <fieldset disabled={payment.phase.kind !== 'editing'}>
        <PaymentFields
          form={form.store}
          cardRound={form.cardRound}
          canUndo={clearing.canUndo}
          onClear={clearing.clearOrUndo}
        />
      </fieldset>
    </Form>
  );
}

/** Returns the line above the form: what became of the values or of the card; null when nothing did. */
function useFormNote(form: PaymentForm, payment: Payment): string | null {
  const { t } = useText();
  const { merchant } = useSession().merchant;
  const { override, cardCleared, merchantNote, phase } = payment;
  if (phase.kind !== 'editing' || form.values.cardNumber !== '' || form.values.keptCard !== null) return null;
  if (merchantNote !== null) {
    return t(`charge:move.${merchantNote.kind}`, { merchant: merchant.name, before: merchantNote.before });
  }
  if (cardCleared === 'too-late') return t('charge:retry.over');
  if (override !== null) return t('charge:overrideKept', { reason: override.reason });
  return cardCleared === 'kept' && isTyped(form.values, form.owner) ? t('charge:kept') : null;
}

function useNewPaymentRequest(newPayments: number, form: PaymentForm, payment: Payment): void {
  const seen = useRef(newPayments);
  const act = useEffectEvent(() => {
    if (payment.phase.kind === 'done' || payment.phase.kind === 'refused') payment.startNew();
    else if (payment.phase.kind === 'editing') form.focus('amount');
  });
  useLayoutEffect(() => {
    if (seen.current === newPayments) return;
    seen.current = newPayments;
    act();
  }, [newPayments]);
  // Focus the amount when the screen opens, because callers say it first. Keyed values stay.
  const toAmount = (): void => {
    if (payment.phase.kind === 'editing') form.focus('amount');
  };
  const open = useEffectEvent(() => {
    const { amount, cardNumber, keptCard } = form.values;
    // After a lock or a long absence only the card is keyed again. Its number typed over a keyed amount would be lost, and shown.
    const wasKeyed = payment.cardCleared !== null || keptCard !== null;
    const isCardNext = wasKeyed && cardNumber === '' && !payment.keepsCard() && amount !== '';
    if (isCardNext && payment.phase.kind === 'editing') form.focus('cardNumber');
    else toAmount();
  });
  useLayoutEffect(() => {
    // A dialog that outlasts a lock has the focus again.
    if (!isDialogOpen()) open();
  }, []);
  useRevisit(toAmount);
}

/** Returns the caret from the review to the field that was left, so that Enter reviews again and a key goes on. */
function useReturnOfFocus(form: PaymentForm, payment: Payment): void {
  const { kind } = payment.phase;
  const before = useRef(kind);
  const resume = useEffectEvent(form.store.resume);
  useLayoutEffect(() => {
    if (before.current === 'review' && kind === 'editing' && document.activeElement === document.body) resume();
    before.current = kind;
  }, [kind]);
}

/** Goes to the customer, whom an earlier payment may know. */
const findCustomerKeys = 'F5';

const otherOperation: Readonly<Record<CardOperation, CardOperation>> = { sell: 'authorize', authorize: 'sell' };

function useChargeKeys(form: PaymentForm, payment: Payment, clearing: Clearing, asked: boolean): void {
  const { t } = useText();
  const { store } = form;
  const { phase } = payment;
  const editing = phase.kind === 'editing' && !asked;
  const ended = phase.kind === 'done' || phase.kind === 'refused';
  const hasReading = useFormValue(store, ({ values }) => offeredReading(values.amount) !== null);
  const hasRates = useFormValue(store, ({ merchant }) => offeredTaxRates(merchant.taxRates).length > 1);
  const mayAgain = useFormValue(store, ({ merchant }) => merchant.allowChargeAgain);
  const when = (shown: boolean, run: () => void) => (shown ? run : undefined);
  const switchMode = (): void => {
    form.change({ operation: otherOperation[store.state().values.operation] });
  };
  useActions(t('charge:title'), [
    {
      name: t('charge:customers.find'),
      keys: findCustomerKeys,
      ...(mayAgain && { said: t('palette:words.again') }),
      run: when(editing, () => form.focus('firstName')),
    },
    { name: t('charge:action.mode'), keys: modeKeys, run: when(editing, switchMode) },
    {
      name: t('charge:action.taxRate'),
      keys: taxRateKeys,
      run: when(editing && hasRates, () => turnTaxRate(store)),
    },
    {
      name: t(form.moreShown ? 'charge:more.hide' : 'charge:more.show'),
      keys: moreKeys,
      run: when(editing, () => form.showMore(!store.state().moreShown)),
    },
    {
      name: t('charge:action.reading'),
      keys: readingKeys,
      run: when(editing && hasReading, () => takeReading(store)),
    },
    {
      name: t(clearing.canUndo ? 'action.undo' : 'charge:clear'),
      keys: clearKeys,
      run: when(editing, clearing.clearOrUndo),
    },
    {
      name: t(ended ? 'charge:result.tryAgain' : 'charge:action.send'),
      keys: sendKeys,
      run: phase.kind === 'review' ? payment.send : when(ended, payment.tryAgain),
    },
    {
      name: t(phase.kind === 'sending' ? 'action.cancel' : 'charge:review.back'),
      keys: 'Escape',
      run: phase.kind === 'review' ? payment.backToForm : when(phase.kind === 'sending', payment.cancel),
    },
    { name: t('charge:action.mend'), keys: mendKeys, run: when(isMendable(phase), payment.mend) },
  ]);
}
