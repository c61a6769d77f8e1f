/** Creates the first operator, before a merchant that charges real cards is used. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { operatorNameSchema } from '#shared/seat/operators.ts';
import { api, useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useSession } from '#renderer/session/session.tsx';
import { useFirstFocus } from '#renderer/ui/use-first-focus.ts';
import { isComplete, NewPasscodeFields, noPasscode } from './new-passcode-fields.tsx';
import classes from './sign-in.module.css';

export function FirstSupervisorForm() {
  const { t } = useText();
  const { merchant } = useSession();
  return (
    <>
      <h1 className={classes.title}>{t('signIn:first.title')}</h1>
      <p className={classes.note}>
        {t('signIn:first.text', { merchant: merchant.merchant.name })} {t('signIn:first.afterwards')}
      </p>
      <SupervisorFields />
      <Button variant="subtle" color="gray" onClick={() => void api.session.practise(undefined)}>
        {t('signIn:first.practise')}
      </Button>
    </>
  );
}

export function SupervisorFields() {
  const { t } = useText();
  const create = useAction('session', 'createSupervisor');
  const [name, setName] = useState('');
  const [passcode, setPasscode] = useState(noPasscode);
  const [tried, setTried] = useState(false);
  const first = useFirstFocus();
  const noName = !operatorNameSchema.safeParse(name).success;
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (noName || !isComplete(passcode)) return;
        create.mutate({ name, passcode: passcode.text });
        setPasscode(noPasscode);
        setTried(false);
      }}
    >
      <TextInput
        label={t('signIn:first.name')}
        description={t('signIn:first.nameHint')}
        value={name}
        maxLength={60}
        ref={first}
        autoComplete="off"
        spellCheck={false}
        error={tried && noName ? t('signIn:required') : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NewPasscodeFields value={passcode} tried={tried} label={t('signIn:passcode')} onChange={setPasscode} />
      {create.error !== null && <FailureNotice failure={create.error.failure} />}
      <Button type="submit" loading={create.isPending}>
        {t('signIn:first.submit')}
      </Button>
    </form>
  );
}
