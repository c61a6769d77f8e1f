/** Copies the ledger of this computer into the shared one, with progress and a verification. */
import { Button } from '@mantine/core';
import { useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { WorkNote } from '#renderer/ui/work/work-note.tsx';
import { useRereadLedger } from './use-reread-ledger.ts';
import classes from '#renderer/features/settings/settings.module.css';
import { Part } from '#renderer/ui/parts.tsx';

export function LedgerMove() {
  const { t } = useText();
  const reread = useRereadLedger();
  const move = useAction('ledger', 'move');
  return (
    <Part title={t('settings:ledger.move')} note={t('settings:ledger.moveText')}>
      <div className={classes.row}>
        <Button variant="default" onClick={() => move.mutate(undefined, { onSuccess: reread })}>
          {t('settings:ledger.moveStart')}
        </Button>
      </div>
      <WorkNote kinds={['move']} failure={move.error?.failure ?? null} />
    </Part>
  );
}
