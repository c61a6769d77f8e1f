/** Copies the ledger of this computer into the shared one, with progress and a verification. */
import { Button, Progress } from '@mantine/core';
import { IconAlertTriangleFilled, IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction, useMainEvent } from '#renderer/session/api.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useSession } from '#renderer/session/session.tsx';
import { useRereadLedger } from './use-reread-ledger.ts';
import classes from '#renderer/features/settings/settings.module.css';

export function LedgerMove() {
  const { t } = useText();
  const { money, count } = useFormats();
  const { merchant } = useSession();
  const reread = useRereadLedger();
  const move = useAction('ledger', 'move');
  const [progress, setProgress] = useState({ done: 0, total: 0 });
  useMainEvent('ledger.moveProgress', setProgress);
  return (
    <section className={classes.care}>
      <h2 className={classes.strong}>{t('settings:ledger.move')}</h2>
      <p className={classes.note}>{t('settings:ledger.moveText')}</p>
      {move.isPending && (
        <div>
          <Progress
            value={progress.total === 0 ? 0 : (100 * progress.done) / progress.total}
            size={8}
            aria-label={t('settings:ledger.move')}
          />
          <p className={classes.note} role="status">
            {t('settings:ledger.moving', { done: count(progress.done), total: count(progress.total) })}
          </p>
        </div>
      )}
      {move.error !== null && <FailureNotice failure={move.error.failure} />}
      {move.data !== undefined && (
        <p className={move.data.verified ? classes.done : classes.warning} role="status">
          {move.data.verified ? <IconCheck size={18} aria-hidden /> : <IconAlertTriangleFilled size={18} aria-hidden />}
          {move.data.verified
            ? t('settings:ledger.moveDone', {
                count: move.data.attempts,
                amount: money(move.data.amount, merchant.merchant.currencySign),
              })
            : t('settings:ledger.moveDiffers')}
        </p>
      )}
      <div className={classes.row}>
        <Button
          variant="default"
          loading={move.isPending}
          onClick={() => move.mutate(undefined, { onSuccess: reread })}
        >
          {t('settings:ledger.moveStart')}
        </Button>
      </div>
    </section>
  );
}
