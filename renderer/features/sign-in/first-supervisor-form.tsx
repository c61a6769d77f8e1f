/** Creates the first operator, before a merchant that charges real cards is used. */
import { Button } from '@mantine/core';
import { api } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useSession } from '#renderer/session/session.tsx';
import { SupervisorFields } from '#renderer/form/supervisor-fields.tsx';
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
