/** Sets the minutes without a key or pointer after which the seat locks. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { idleMinutesSchema, type OperatorsView } from '#shared/seat/operators.ts';
import { useAction } from '#renderer/session/api.ts';
import { ManagedNote } from '#renderer/features/settings/managed-note.tsx';
import { Saved } from '#renderer/features/settings/saved.tsx';
import { useIsManaged } from '#renderer/session/policy.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import classes from '#renderer/features/settings/settings.module.css';
import parts from '#renderer/ui/parts.module.css';

export function IdleMinutesForm({
  minutes,
  onSaved,
}: {
  readonly minutes: number;
  readonly onSaved: (view: OperatorsView) => void;
}) {
  const { t } = useText();
  const save = useAction('operators', 'setIdleMinutes');
  const isManaged = useIsManaged('idle-lock');
  const [text, setText] = useState(String(minutes));
  const [tried, setTried] = useState(false);
  const parsed = idleMinutesSchema.safeParse(text.trim() === '' ? Number.NaN : Number(text));
  return (
    <form
      className={parts.part}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (parsed.success) save.mutate({ minutes: parsed.data }, { onSuccess: onSaved });
      }}
    >
      <div className={classes.row}>
        <TextInput
          w={320}
          label={t('settings:operators.idle')}
          description={t('settings:operators.idleHint')}
          inputMode="numeric"
          maxLength={2}
          disabled={isManaged}
          classNames={isManaged ? { input: classes.fixed ?? '' } : {}}
          value={text}
          error={tried && !parsed.success ? t('settings:issues.range', { min: 1, max: 15 }) : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {!isManaged && (
          <Button
            className={classes.besideField}
            type="submit"
            variant="default"
            disabled={parsed.success && parsed.data === minutes}
            loading={save.isPending}
          >
            {t('settings:save')}
          </Button>
        )}
        {save.isSuccess && <Saved announced />}
      </div>
      <ManagedNote part="idle-lock" />
      {save.error !== null && <FailureNotice failure={save.error.failure} />}
    </form>
  );
}
