/** Backup and restore of the ledger on this computer. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { WorkNote } from '#renderer/ui/work/work-note.tsx';
import { BackupPlanForm } from './backup-plan-form.tsx';
import { useRereadLedger } from './use-reread-ledger.ts';
import { ConfirmDialog } from '#renderer/features/settings/confirm-dialog.tsx';
import classes from '#renderer/features/settings/settings.module.css';
import { Part } from '#renderer/ui/parts.tsx';

export function LedgerCare({ embedded }: { readonly embedded: boolean }) {
  const { t } = useText();
  const reread = useRereadLedger();
  const backUp = useAction('ledger', 'backUp');
  const restore = useAction('ledger', 'restore');
  const [asking, setAsking] = useState(false);
  const failure = backUp.error?.failure ?? restore.error?.failure ?? null;
  return (
    <Part
      title={t('settings:ledger.backUpTitle')}
      note={t(embedded ? 'settings:ledger.backUpText' : 'settings:ledger.onlyEmbedded')}
    >
      {embedded && (
        <div className={classes.row}>
          <Button variant="default" onClick={() => backUp.mutate(undefined)}>
            {t('settings:ledger.backUp')}
          </Button>
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('settings:ledger.restore')}
          </Button>
        </div>
      )}
      <WorkNote kinds={['backup', 'restore', 'scheduled-backup']} failure={failure} />
      {embedded && <BackupPlanForm />}
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
    </Part>
  );
}
