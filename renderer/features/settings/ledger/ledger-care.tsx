/** Backup and restore of the ledger on this computer. */
import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { BackupPlanForm } from './backup-plan-form.tsx';
import { useRereadLedger } from './use-reread-ledger.ts';
import { ConfirmDialog } from '#renderer/features/settings/confirm-dialog.tsx';
import classes from '#renderer/features/settings/settings.module.css';

export function LedgerCare({ embedded }: { readonly embedded: boolean }) {
  const { t } = useText();
  const reread = useRereadLedger();
  const backUp = useAction('ledger', 'backUp');
  const restore = useAction('ledger', 'restore');
  const [asking, setAsking] = useState(false);
  const failure = backUp.error?.failure ?? restore.error?.failure ?? null;
  return (
    <section className={classes.care}>
      <h2 className={classes.strong}>{t('settings:ledger.backUpTitle')}</h2>
      <p className={classes.note}>{t(embedded ? 'settings:ledger.backUpText' : 'settings:ledger.onlyEmbedded')}</p>
      {embedded && (
        <div className={classes.row}>
          <Button variant="default" loading={backUp.isPending} onClick={() => backUp.mutate(undefined)}>
            {t('settings:ledger.backUp')}
          </Button>
          <Button variant="default" loading={restore.isPending} onClick={() => setAsking(true)}>
            {t('settings:ledger.restore')}
          </Button>
        </div>
      )}
      {embedded && <BackupPlanForm />}
      {failure !== null && <FailureNotice failure={failure} />}
      {backUp.data != null && (
        <p className={classes.done} role="status">
          <IconCheck size={18} aria-hidden />
          {t('settings:ledger.backUpDone', { count: backUp.data.attempts, path: backUp.data.path })}
        </p>
      )}
      {restore.data != null && (
        <p className={classes.done} role="status">
          <IconCheck size={18} aria-hidden />
          {t('settings:ledger.restoreDone', { count: restore.data.attempts, path: restore.data.path })}
        </p>
      )}
      {asking && (
        <ConfirmDialog
          grave
          title={t('settings:ledger.restoreTitle')}
          confirm={t('settings:ledger.restoreConfirm')}
          onConfirm={() => {
            setAsking(false);
            restore.mutate(undefined, { onSuccess: reread });
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('settings:ledger.restoreText')}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
