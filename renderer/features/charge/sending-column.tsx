/** The summary column while a payment is being sent: what has left, how long it takes, and the way back until then. */
import { Button } from '@mantine/core';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { useElapsedSeconds } from '#renderer/ui/texts/elapsed.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { KeyHint } from '#renderer/ui/shortcuts.tsx';
import { ColumnFrame, MaskedCard } from './payment-facts.tsx';
import type { Phase } from './payment-phase.ts';
import classes from './summary-column.module.css';

export function SendingColumn({
  phase,
  onCancel,
}: {
  readonly phase: Extract<Phase, { kind: 'sending' }>;
  readonly onCancel: () => void;
}) {
  const { t } = useText();
  const formats = useFormats();
  const seconds = useElapsedSeconds(phase.since);
  const cancellable = phase.sentAt === null && phase.cancel !== 'too-late';
  return (
    <ColumnFrame
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
        <Amount value={phase.facts.amount} currencySign={phase.facts.merchant.currencySign} size="hero" />
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
    </ColumnFrame>
  );
}
