/** A payment being sent: how long it takes, and what is awaited. */
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { useElapsedSeconds } from '#renderer/ui/texts/elapsed.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { MaskedCard } from '#renderer/features/charge/payment-facts.tsx';
import type { SendingPhase } from '#renderer/features/charge/payment-phase.ts';
import classes from './course.module.css';
import { useTopFocus } from './use-top-focus.ts';

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
