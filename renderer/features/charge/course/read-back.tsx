/** The keyed payment as it will be sent, to be read back to the customer. Takes the place of the form. */
import { useSession } from '#renderer/session/session.tsx';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { amountOf, shownCard, type PaymentValues } from '#renderer/features/charge/form/payment-form.ts';
import { sentenceFacts, useKeyedRows } from '#renderer/features/charge/keyed-rows.tsx';
import { FactList, MaskedCard } from '#renderer/features/charge/payment-facts.tsx';
import classes from './course.module.css';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useElapsedSeconds } from '#renderer/ui/texts/elapsed.tsx';
import type { SendingPhase } from '#renderer/features/charge/payment-phase.ts';

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
      <div id="charge-read-back-lead" className={classes.lead}>
        <p className={classes.kind}>
          {t(`operation.${values.operation}`)} <span className={classes.merchant}>{merchant.name}</span>
        </p>
        <p className={classes.hero}>
          <Amount value={amount} currencySign={merchant.currencySign} size="hero" />
        </p>
        <p className={classes.plastic}>
          <MaskedCard card={shown} />
          <span className={classes.expiry}>
            {t('charge:field.expiry')} {values.expiry}
          </span>
        </p>
      </div>
      <div className={classes.say}>
        <p className={classes.label}>{t('charge:say.label')}</p>
        <p id="charge-read-back-say">
          {t(`charge:say.${values.operation}`, sentenceFacts(t, money, merchant, amount, shown))}
        </p>
      </div>
      <FactList rows={[customer, ...rest]} />
    </section>
  );
}

/** Focuses a view from its top, because the form that it replaces may have been scrolled in a small window. */
export function useTopFocus(): RefObject<HTMLElement | null> {
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
      <div className={classes.lead}>
        <p className={classes.kind}>
          {t(`operation.${facts.operation}`)} <span className={classes.merchant}>{facts.merchant.name}</span>
        </p>
        <p className={classes.hero}>
          <Amount value={facts.amount} currencySign={facts.merchant.currencySign} size="hero" />
        </p>
        <p className={classes.plastic}>
          <MaskedCard card={facts.card} />
        </p>
      </div>
      <Stopwatch since={phase.since} />
      <p role="status">
        {phase.sentAt === null
          ? t('charge:sending.connecting')
          : t('charge:sending.waiting', { time: formats.clock(new Date(phase.sentAt).toISOString()) })}{' '}
        {phase.cancel === 'too-late' && t('charge:sending.tooLate')}
      </p>
      <p className={classes.doNot}>{t('charge:sending.doNotClose')}</p>
    </section>
  );
}

/** Minutes and seconds, `0:07`. Its role is timer, so that screen readers do not announce every tick. */
function Stopwatch({ since }: { readonly since: number }) {
  const seconds = useElapsedSeconds(since);
  return (
    <p role="timer" aria-live="off" className={classes.timer}>
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, '0')}
    </p>
  );
}
