/** Changes the operator's own passcode. Asks for the present one. */
import { Button, Stack, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { passcodeLimits } from '#shared/seat/operators.ts';
import { useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useSession } from '#renderer/session/session.tsx';
import { isComplete, NewPasscodeFields, noPasscode } from '#renderer/ui/passcode/new-passcode-fields.tsx';
import { SignInFailure } from '#renderer/ui/passcode/sign-in-failure.tsx';
import classes from '#renderer/features/settings/settings.module.css';
import parts from '#renderer/ui/parts.module.css';
import { IconLine } from '#renderer/ui/parts.tsx';

export function OwnPasscodeForm() {
  const { t } = useText();
  const { operator } = useSession();
  const change = useAction('session', 'changePasscode');
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState(noPasscode);
  const [tried, setTried] = useState(false);
  const failure = change.error?.failure ?? null;
  const unchanged = failure?.kind === 'invalid' && failure.issues.some(({ code }) => code === 'passcode-unchanged');
  return (
    <form
      className={parts.part}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (current === '' || !isComplete(next)) return;
        change.mutate({ current, next: next.text });
        setCurrent('');
        setNext(noPasscode);
        setTried(false);
      }}
    >
      <h2 className={parts.strong}>{t('settings:operators.own')}</h2>
      <Stack gap={12} maw={384}>
        <TextInput
          type="password"
          label={t('settings:operators.current')}
          value={current}
          maxLength={passcodeLimits.max}
          autoComplete="off"
          error={tried && current === '' ? t('settings:issues.required') : undefined}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <NewPasscodeFields value={next} tried={tried} onChange={setNext} />
      </Stack>
      {unchanged ? (
        <p role="alert" className={parts.wrong}>
          {t('signIn:unchanged')}
        </p>
      ) : (
        failure !== null && !change.isPending && <SignInFailure failure={failure} name={operator?.name ?? ''} />
      )}
      <div className={classes.row}>
        <Button type="submit" variant="default" loading={change.isPending}>
          {t('settings:operators.set')}
        </Button>
        <p role="status">
          {change.isSuccess && (
            <IconLine icon={IconCheck} tone="approved">
              {t('settings:operators.changed')}
            </IconLine>
          )}
        </p>
      </div>
    </form>
  );
}
