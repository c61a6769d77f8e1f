/** Copies the ledger of this computer into the shared one, with progress and a verification. */
import { Button } from '@mantine/core';
import { useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { WorkNote } from '#renderer/ui/work/work-note.tsx';
import { useRereadLedger } from './use-reread-ledger.ts';
import classes from '#renderer/features/settings/settings.module.css';

export function LedgerMove() {
  const { t } = useText();
  const reread = useRereadLedger();
  const move = useAction('ledger', 'move');
  return (
    <section className={classes.care}>
      <h2 className={classes.strong}>{t('settings:ledger.move')}</h2>
      <p className={classes.note}>{t('settings:ledger.moveText')}</p>
      <div className={classes.row}>
        <Button variant="default" onClick={() => move.mutate(undefined, { onSuccess: reread })}>
          {t('settings:ledger.moveStart')}
        </Button>
      </div>
      <WorkNote kinds={['move']} failure={move.error?.failure ?? null} />
    </section>
  );
}
