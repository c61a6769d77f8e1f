/** Saves what support needs, and says beforehand what the file holds. */
import { Button } from '@mantine/core';
import { useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { WorkNote } from '#renderer/ui/work/work-note.tsx';
import classes from '#renderer/features/settings/settings.module.css';

export function SaveDiagnostics() {
  const { t } = useText();
  const save = useAction('seat', 'saveDiagnostics');
  return (
    <section aria-label={t('settings:diagnostics.title')} className={classes.stacked}>
      <p className={classes.strong}>{t('settings:diagnostics.title')}</p>
      <p className={classes.note}>{t('settings:diagnostics.text')}</p>
      <Button variant="default" mt={8} loading={save.isPending} onClick={() => save.mutate(undefined)}>
        {t('settings:diagnostics.save')}
      </Button>
      <WorkNote kinds={['export-diagnostics']} failure={save.error?.failure ?? null} />
    </section>
  );
}
