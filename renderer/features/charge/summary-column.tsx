/** The summary column of the Charge screen, for a payment that is keyed, reviewed or being sent. */
import { Button } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { brandOf, cardNumberIssue } from '#shared/payments/card.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { useElapsedSeconds } from '#renderer/ui/texts/elapsed.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { cardWords } from '#renderer/words/outcome-words.ts';
import { useSession } from '#renderer/session/session.tsx';
import { KeyHint } from '#renderer/ui/shortcuts.tsx';
import {
  amountOf,
  cardBrand,
  cardDigits,
  familyOf,
  taxText,
  type PaymentValues,
} from '#renderer/features/charge/form/payment-form.ts';
import { FactList, keyedRows, MaskedCard, RecordedFacts, type FactRow } from './payment-facts.tsx';
import type { Phase } from './payment-phase.ts';
import classes from './summary-column.module.css';
import type { PaymentForm } from '#renderer/features/charge/form/use-payment-form.ts';
import type { Payment } from './use-payment.ts';

/** Sends the payment. Deliberately not the key that reviews. */
export const sendKeys = 'F9';

export function SummaryColumn({ form, payment }: { readonly form: PaymentForm; readonly payment: Payment }) {
  const { values } = form;
  switch (payment.phase.kind) {
    case 'editing':
      return <Editing values={values} toMend={form.toMend} />;
    case 'review':
      return <Review values={values} payment={payment} />;
    case 'sending':
      return <Sending phase={payment.phase} onCancel={payment.cancel} />;
    case 'done':
    case 'refused':
      return <Recorded phase={payment.phase} />;
  }
}

function Column({
  title,
  foot,
  children,
}: {
  readonly title: string;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <>
      <h2 className={classes.title}>{title}</h2>
      <div className={classes.body}>{children}</div>
      {foot !== undefined && <div className={classes.foot}>{foot}</div>}
    </>
  );
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

function Editing({ values, toMend }: { readonly values: PaymentValues; readonly toMend: number }) {
  const { t } = useText();
  const rows = useKeyedRows(values);
  return (
    <Column
      title={t('charge:summary.title')}
      foot={
        <>
          <p className={classes.toMend} role="alert">
            {toMend > 0 && t('charge:fix', { count: toMend })}
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
        </>
      }
    >
      <FactList rows={rows} />
    </Column>
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
  if (amount === null || card === null) return null;
  const words = {
    amount: money(amount, merchant.currencySign),
    card: cardWords(t, card),
    // The sentence ends with this name, and "S. A." brings its own full stop.
    merchant: merchant.name.replace(/\.$/, ''),
  };
  return (
    <Column
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
        {amount < merchant.warnBelow && (
          <p className={classes.warning}>
            {t('charge:review.belowMinimum', { minimum: money(merchant.warnBelow, merchant.currencySign) })}
          </p>
        )}
      </div>
      <FactList
        rows={rows.filter(([name]) => name !== t('fields:amount.summary') && name !== t('charge:summary.sentAs'))}
      />
    </Column>
  );
}

function Sending({
  phase,
  onCancel,
}: {
  readonly phase: Extract<Phase, { kind: 'sending' }>;
  readonly onCancel: () => void;
}) {
  const { t } = useText();
  const formats = useFormats();
  const { merchant } = useSession().merchant;
  const seconds = useElapsedSeconds(phase.since);
  const cancellable = phase.sentAt === null && phase.cancel !== 'too-late';
  return (
    <Column
      title={t('charge:sending.title')}
      foot={
        cancellable && (
          <Button
            variant="default"
            fullWidth
            disabled={phase.cancel === 'asked'}
            rightSection={<KeyHint keys="Escape" />}
            onClick={onCancel}
          >
            {t(phase.cancel === 'asked' ? 'charge:sending.cancelling' : 'charge:sending.cancel')}
          </Button>
        )
      }
    >
      <div className={classes.lead}>
        <Amount value={phase.facts.amount} currencySign={merchant.currencySign} size="hero" />
        <MaskedCard card={phase.facts.card} />
        <p role="status">
          {phase.sentAt === null
            ? t('charge:sending.connecting')
            : t('charge:sending.waiting', { time: formats.clock(new Date(phase.sentAt).toISOString()) })}{' '}
          {phase.cancel === 'too-late' && t('charge:sending.tooLate')}
        </p>
        <p>{t('charge:sending.doNotClose')}</p>
        {seconds >= 1 && (
          <p role="timer" aria-live="off" className={classes.elapsed}>
            {t('charge:sending.since', { elapsed: t('common:wait.since', { count: seconds }) })}
          </p>
        )}
      </div>
    </Column>
  );
}

function Recorded({ phase }: { readonly phase: Extract<Phase, { kind: 'done' | 'refused' }> }) {
  const { t } = useText();
  return (
    <Column title={t('charge:summary.title')}>
      <RecordedFacts facts={phase.facts} attempt={phase.kind === 'done' ? phase.attempt : null} />
    </Column>
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
