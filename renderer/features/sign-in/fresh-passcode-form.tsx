/** Asks for a new passcode after a sign-in with one that another person knows, or that breaks today's rule. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { api, useAction } from '#renderer/session/api.ts';
import { useText } from '#renderer/words/i18n.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useFirstFocus } from '#renderer/ui/use-first-focus.ts';
import { isComplete, NewPasscodeFields, noPasscode } from '#renderer/ui/passcode/new-passcode-fields.tsx';
import parts from '#renderer/ui/parts.module.css';
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
  const [next, setNext] = useState(noPasscode);
  const [tried, setTried] = useState(false);
  const first = useFirstFocus();
  const failure = change.error?.failure ?? null;
  const unchanged = failure?.kind === 'invalid' && failure.issues.some(({ code }) => code === 'passcode-unchanged');
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!isComplete(next)) return;
        change.mutate({ current: null, next: next.text });
        setNext(noPasscode);
        setTried(false);
      }}
    >
      <h1 className={classes.title}>{t('signIn:fresh.title')}</h1>
      <p className={classes.note}>{t(`signIn:fresh.text.${why}`, { name })}</p>
      <NewPasscodeFields value={next} tried={tried} first={first} onChange={setNext} />
      {unchanged ? (
        <p role="alert" className={parts.wrong}>
          {t('signIn:unchanged')}
        </p>
      ) : (
        failure !== null && <FailureNotice failure={failure} />
      )}
      <Button type="submit" loading={change.isPending}>
        {t('signIn:fresh.submit')}
      </Button>
      <Button variant="subtle" color="gray" onClick={() => void api.session.signOut(undefined)}>
        {t('signIn:fresh.out')}
      </Button>
    </form>
  );
}
