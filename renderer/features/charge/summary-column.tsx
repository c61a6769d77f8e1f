/** The summary column of the Charge screen, for a payment that is keyed, reviewed or being sent. */
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { brandOf, cardNumberIssue } from '#shared/payments/card.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { cardWords } from '#renderer/words/outcome-words.ts';
import { useSession } from '#renderer/session/session.tsx';
import { collectorHost } from '#shared/seat/merchant.ts';
import { KeyHint } from '#renderer/ui/shortcuts.tsx';
import {
  amountOf,
  cardBrand,
  cardDigits,
  familyOf,
  taxText,
  type PaymentValues,
} from '#renderer/features/charge/form/payment-form.ts';
import { ColumnFrame, FactList, keyedRows, MaskedCard, RecordedFacts, type FactRow } from './payment-facts.tsx';
import { LookalikePanel } from '#renderer/features/charge/guard/lookalike-panel.tsx';
import type { Phase } from './payment-phase.ts';
import { sendKeys } from './result-view.tsx';
import { SendingColumn } from './sending-column.tsx';
import classes from './summary-column.module.css';
import type { PaymentForm } from '#renderer/features/charge/form/use-payment-form.ts';
import type { Payment } from './use-payment.ts';

export function SummaryColumn({ form, payment }: { readonly form: PaymentForm; readonly payment: Payment }) {
  const { values } = form;
  switch (payment.phase.kind) {
    case 'editing':
      return <Editing values={values} toMend={form.toMend} payment={payment} />;
    case 'review':
      return <Review values={values} payment={payment} />;
    case 'sending':
      return <SendingColumn phase={payment.phase} onCancel={payment.cancel} />;
    case 'done':
    case 'refused':
      return <Recorded phase={payment.phase} />;
  }
}

/** Returns the masked card once its number is complete and valid; null before. */
function shownCard(values: PaymentValues): NonNullable<Attempt['card']> | null {
  const digits = cardDigits(values);
  const brand = cardBrand(values) ?? brandOf(digits);
  return brand === null || cardNumberIssue(digits) !== null ? null : { brand, lastFour: digits.slice(-4) };
}

function useKeyedRows(values: PaymentValues): readonly FactRow[] {
  const { t } = useText();
  const { merchant } = useSession().merchant;
  const amount = amountOf(values);
  const card = shownCard(values);
  const tax = taxText(values, merchant);
  const family = familyOf(values, merchant);
  return [
    [t('charge:summary.merchant'), merchant.name],
    [
      t('fields:amount.summary'),
      amount === null ? '' : <Amount key="amount" value={amount} currencySign={merchant.currencySign} />,
    ],
    [t('charge:summary.card'), card === null ? '' : <MaskedCard key="card" card={card} />],
    [t('charge:summary.expiry'), values.expiry],
    ...keyedRows(t, {
      family,
      customer: `${values.firstName} ${values.lastName}`.trim(),
      tax: tax === '' ? '' : `${merchant.currencySign}\u00a0${tax}`,
      textOf: (field) => String(values[field]),
    }),
    [t('charge:summary.sentAs'), t(`common:family.${family}`)],
  ];
}

function Editing({
  values,
  toMend,
  payment,
}: {
  readonly values: PaymentValues;
  readonly toMend: number;
  readonly payment: Payment;
}) {
  const { t } = useText();
  const rows = useKeyedRows(values);
  const { guard, guarded, settledBy, reasonMissing } = payment;
  return (
    <ColumnFrame
      title={t('charge:summary.title')}
      foot={
        <>
          <p className={classes.toMend} role="alert">
            {toMend > 0 ? t('charge:fix', { count: toMend }) : reasonMissing && t('charge:guard.reasonFirst')}
          </p>
          <Button
            type="submit"
            form="charge-form"
            fullWidth
            leftSection={<IconArrowRight size={18} aria-hidden="true" />}
            rightSection={<KeyHint keys="Enter" />}
          >
            {t('charge:summary.review')}
          </Button>
          <EnvironmentNote />
          <CollectorNote />
        </>
      }
    >
      {guard.kind === 'found' && guarded !== null ? (
        <LookalikePanel found={guard} guarded={guarded} given={settledBy} payment={payment} />
      ) : (
        <>
          {guard.kind === 'later' && (
            <p className={classes.later} role="status">
              {t('charge:guard.later')}
            </p>
          )}
          <FactList rows={rows} />
        </>
      )}
    </ColumnFrame>
  );
}

function Review({ values, payment }: { readonly values: PaymentValues; readonly payment: Payment }) {
  const { t } = useText();
  const { money } = useFormats();
  const { merchant } = useSession().merchant;
  const rows = useKeyedRows(values);
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const amount = amountOf(values);
  const card = shownCard(values);
  const { guard, settledBy } = payment;
  if (amount === null || card === null) return null;
  const words = {
    amount: money(amount, merchant.currencySign),
    card: cardWords(t, card),
    // The sentence ends with this name, and "S. A." brings its own full stop.
    merchant: merchant.name.replace(/\.$/, ''),
  };
  return (
    <ColumnFrame
      title={t('charge:review.title')}
      foot={
        <>
          <Button h={48} fullWidth rightSection={<KeyHint keys={sendKeys} />} onClick={payment.send}>
            {t(`charge:review.${values.operation}Button`, words)}
          </Button>
          <Button variant="default" fullWidth rightSection={<KeyHint keys="Escape" />} onClick={payment.backToForm}>
            {t('charge:review.back')}
          </Button>
          <EnvironmentNote />
        </>
      }
    >
      <div ref={heading} tabIndex={-1} className={classes.lead} role="alert">
        <Amount value={amount} currencySign={merchant.currencySign} size="hero" />
        <p>{t(`charge:review.${values.operation}`, words)}</p>
        {guard.kind === 'found' && settledBy === null && (
          <p className={classes.warning}>{t('charge:guard.inReview')}</p>
        )}
        {guard.kind === 'later' && <p className={classes.later}>{t('charge:guard.later')}</p>}
        {amount < merchant.warnBelow && (
          <p className={classes.warning}>
            {t('charge:review.belowMinimum', { minimum: money(merchant.warnBelow, merchant.currencySign) })}
          </p>
        )}
      </div>
      <FactList
        rows={[
          ...(settledBy === null ? [] : [[t('charge:guard.reason'), settledBy.reason] as const]),
          ...rows.filter(([name]) => name !== t('fields:amount.summary') && name !== t('charge:summary.sentAs')),
        ]}
      />
    </ColumnFrame>
  );
}

function Recorded({ phase }: { readonly phase: Extract<Phase, { kind: 'done' | 'refused' }> }) {
  const { t } = useText();
  return (
    <ColumnFrame title={t('charge:summary.title')}>
      <RecordedFacts facts={phase.facts} attempt={phase.kind === 'done' ? phase.attempt : null} />
    </ColumnFrame>
  );
}

/** Names the environment beside the button that moves money. Shows nothing in production. */
function EnvironmentNote() {
  const { t } = useText();
  const { environment } = useSession().merchant.merchant;
  if (environment === 'production') return null;
  return (
    <p className={classes.environment}>
      {t(environment === 'training' ? 'common:environment.trainingOnButton' : 'common:environment.testOnButton')}
    </p>
  );
}

/** Names who receives data about this computer while the form is open (section 4.5). */
function CollectorNote() {
  const { t } = useText();
  const host = collectorHost(useSession().merchant.merchant);
  return host !== null && <p className={classes.collector}>{t('charge:collector', { host })}</p>;
}
