/** Saves what support needs, and says beforehand what the file holds. */
import { Button } from '@mantine/core';
import { useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { WorkNote } from '#renderer/ui/work/work-note.tsx';
import { Part } from '#renderer/ui/parts.tsx';

export function SaveDiagnostics() {
  const { t } = useText();
  const save = useAction('seat', 'saveDiagnostics');
  return (
    <Part title={t('settings:diagnostics.title')} note={t('settings:diagnostics.text')}>
      <Button variant="default" w="auto" loading={save.isPending} onClick={() => save.mutate(undefined)}>
        {t('settings:diagnostics.save')}
      </Button>
      <WorkNote kinds={['export-diagnostics']} failure={save.error?.failure ?? null} />
    </Part>
  );
}
