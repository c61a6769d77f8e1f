/** Asks for a new passcode after a sign-in with one that another person knows, or that breaks today's rule. */
import { Button } from '@mantine/core';
import { session } from '#shared/contract/groups/session.ts';
import { api, useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { SettingForm } from '#renderer/form/setting-form.tsx';
import { newPasscodeRow } from '#renderer/form/new-passcode-row.ts';
import classes from './sign-in.module.css';

export function FreshPasscodeForm({
  name,
  why,
}: {
  readonly name: string;
  /** The passcode is known to another person, or breaks today's rule. */
  readonly why: 'known' | 'weak';
}) {
  const { t } = useText();
  const change = useAction('session', 'changePasscode');
  return (
    <>
      <h1 className={classes.title}>{t('signIn:fresh.title')}</h1>
      <p className={classes.note}>{t(`signIn:fresh.text.${why}`, { name })}</p>
      <SettingForm
        layout="sheet"
        focused
        schema={session.calls.changePasscode.input}
        rows={[newPasscodeRow(t, 'next', t('signIn:next'))]}
        start={{ current: null }}
        action={change}
        submit={t('signIn:fresh.submit')}
      />
      <Button variant="subtle" color="gray" onClick={() => void api.session.signOut(undefined)}>
        {t('signIn:fresh.out')}
      </Button>
    </>
  );
}
