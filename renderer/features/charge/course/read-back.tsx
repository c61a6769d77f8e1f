/** The keyed payment as it will be sent, to be read back to the customer. Takes the place of the form. */
import { oneSecond } from '#shared/durations.ts';
import { Group, Stack } from '@mantine/core';
import { useSession } from '#renderer/session/session.tsx';
import { Amount, useElapsedSeconds } from '#renderer/ui/texts/values.tsx';
import { elapsedWords, useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { amountOf, shownCard, type PaymentValues } from '#renderer/features/charge/form/payment-form.ts';
import { sentenceFacts, useKeyedRows } from '#renderer/features/charge/keyed-rows.tsx';
import { FactList, MaskedCard } from '#renderer/features/charge/payment-facts.tsx';
import classes from './course.module.css';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { PaymentFacts, SendingPhase } from '#renderer/features/charge/payment-phase.ts';
import parts from '#renderer/ui/parts.module.css';

/** Id of the warnings in the summary column, which are read with the card. */
export const warningsId = 'charge-warnings';

export function ReadBack({ values }: { readonly values: PaymentValues }) {
  const { t } = useText();
  const { money } = useFormats();
  const { merchant } = useSession().merchant;
  const { customer, rest } = useKeyedRows(values);
  const card = useTopFocus();
  const amount = amountOf(values);
  const shown = shownCard(values);
  if (amount === null || shown === null) return null;
  return (
    <section
      ref={card}
      id="charge-read-back"
      tabIndex={-1}
      className={classes.card}
      aria-label={t('charge:readBack.label')}
      aria-describedby={`charge-read-back-lead charge-read-back-say ${warningsId}`}
    >
      <Lead
        id="charge-read-back-lead"
        operation={values.operation}
        merchant={merchant}
        amount={amount}
        card={shown}
        expiry={values.expiry}
      />
      <div className={classes.say}>
        <p className={parts.note}>{t('charge:say.label')}</p>
        <p id="charge-read-back-say">
          {t(`charge:say.${values.operation}`, sentenceFacts(t, money, merchant, amount, shown))}
        </p>
      </div>
      <FactList rows={[customer, ...rest]} />
    </section>
  );
}

/** The payment in one glance: its amount, customer and card. */
function Lead({
  id,
  operation,
  merchant,
  amount,
  card,
  expiry,
}: Pick<PaymentFacts, 'operation' | 'merchant' | 'amount' | 'card'> & {
  readonly id?: string;
  readonly expiry?: string;
}) {
  const { t } = useText();
  return (
    <Stack {...(id !== undefined && { id })} gap={4}>
      <Group component="p" justify="space-between" gap="0 16px" fw="var(--weight-strong)">
        {t(`operation.${operation}`)} <span className={classes.beside}>{merchant.name}</span>
      </Group>
      <p className={classes.hero}>
        <Amount value={amount} currencySign={merchant.currencySign} size="hero" />
      </p>
      <Group component="p" gap="0 24px" fw="var(--weight-strong)">
        <MaskedCard card={card} />
        {expiry !== undefined && (
          <span className={classes.beside}>
            {t('charge:field.expiry')} {expiry}
          </span>
        )}
      </Group>
    </Stack>
  );
}

/** Focuses a view from its top, because the form that it replaces may have been scrolled in a small window. */
function useTopFocus(): RefObject<HTMLElement | null> {
  const view = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    view.current?.focus({ preventScroll: true });
    view.current?.scrollIntoView({ block: 'start' });
  }, []);
  return view;
}

/** A payment being sent: how long it takes, and what is awaited. */
export function SendingView({ phase }: { readonly phase: SendingPhase }) {
  const { t } = useText();
  const formats = useFormats();
  // The button that had the focus is gone.
  const card = useTopFocus();
  const { facts } = phase;
  return (
    <section
      ref={card}
      id="charge-sending"
      tabIndex={-1}
      className={classes.card}
      aria-label={t('charge:sending.title')}
      aria-busy="true"
    >
      <div className={classes.bar} aria-hidden="true" />
      <Lead {...facts} />
      <Group gap="8px 24px" align="end">
        <Stopwatch since={phase.since} />
        <p className={classes.doNot}>{t('charge:sending.doNotClose')}</p>
      </Group>
      <p role="status">
        {phase.sentAt === null
          ? t(phase.isHeard ? 'charge:sending.connecting' : 'charge:sending.awaited')
          : t('charge:sending.waiting', { time: formats.clock(new Date(phase.sentAt).toISOString()) })}{' '}
        {phase.cancel === 'too-late' && t('charge:sending.tooLate')}
      </p>
    </section>
  );
}

/** Minutes and seconds, `0:07`. Its role is timer, so that screen readers do not announce every tick. */
const Stopwatch = ({ since }: { readonly since: number }) => (
  <p role="timer" aria-live="off" className={classes.timer}>
    {elapsedWords(useElapsedSeconds(since) * oneSecond)}
  </p>
);
