/** Asks, before the first live capture over the form interface, which field carries the token (section 4.2). */
import { Button, Checkbox, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import type { FieldQuestion } from './capture-field.ts';
import { useShortcuts } from '#renderer/ui/shortcuts.tsx';
import parts from '#renderer/ui/parts.module.css';

export function CaptureFieldQuestion({
  question,
  onConfirmed,
}: {
  readonly question: FieldQuestion;
  readonly onConfirmed: () => void;
}) {
  const { t } = useText();
  // The field stands between them, in a type of its own.
  const [before, after] = t('holds:token.text', { field: '\n' }).split('\n');
  const client = useQueryClient();
  const [sure, setSure] = useState(false);
  const [tried, setTried] = useState(false);
  useShortcuts({ F9: () => setTried(true) });
  const confirm = useAction('merchants', 'confirmCaptureField');
  const keep = (): void =>
    confirm.mutate(question, {
      onSuccess: () => void client.invalidateQueries({ queryKey: ['merchants'] }).then(onConfirmed),
    });
  return (
    <Stack component="section" gap={12} aria-labelledby="capture-field">
      <h2 className={parts.strong} id="capture-field">
        {t('holds:token.title')}
      </h2>
      <p>
        {before}
        <code className={parts.mono}>{question.field}</code>
        {after}
      </p>
      <Checkbox
        checked={sure}
        onChange={(event) => setSure(event.currentTarget.checked)}
        label={t('holds:token.confirm', { field: question.field })}
        error={tried ? t('holds:token.first') : null}
      />
      <Button disabled={!sure} loading={confirm.isPending} onClick={keep}>
        {t('holds:token.save')}
      </Button>
      {confirm.error !== null && <FailureNotice failure={confirm.error.failure} />}
    </Stack>
  );
}
