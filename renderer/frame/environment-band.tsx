/**
 * The band across the top: environment, merchant and operator.
 * Shows the environment by word, pattern and colour, so that no photograph of the screen hides it.
 */
import { UnstyledButton } from '@mantine/core';
import { IconLock, IconLogout, IconRoute } from '@tabler/icons-react';
import { useEffect } from 'react';
import { trainingMerchantId } from '#shared/seat/merchant.ts';
import { useFrameAct } from '#renderer/session/frame-acts.ts';
import { breakTyping, holdTyping } from '#renderer/ui/typing.ts';
import classes from './environment-band.module.css';
import { useText } from '#renderer/words/i18n.ts';
import { useSession } from '#renderer/session/session.tsx';

/** Returns what locks the seat. What is typed next is the passcode, so nothing is typed until its field is there. */
export function useLock(): () => void {
  const lock = useFrameAct('session', 'lock');
  return () => {
    holdTyping();
    void lock(undefined).then((isLocked) => {
      if (!isLocked) breakTyping();
    });
  };
}

export function EnvironmentBand({
  onFirstSteps,
}: {
  /** Opens the first steps of a new seat; without it they are not offered. */
  readonly onFirstSteps?: () => void;
}) {
  const { t } = useText();
  const { merchant, operator, access } = useSession();
  const lock = useLock();
  const signOut = useFrameAct('session', 'signOut');
  const { id, environment, name } = merchant.merchant;
  // The built-in merchant is named after its environment, which the band shows already.
  const builtIn = id === trainingMerchantId;
  useEffect(() => {
    document.title = t(`title.${builtIn ? 'builtIn' : environment}`, { merchant: name });
  }, [t, builtIn, environment, name]);
  return (
    <header className={classes.band} data-environment={environment}>
      {environment !== 'production' && <strong className={classes.word}>{t(`environment.${environment}`)}</strong>}
      {!builtIn && (
        <span className={classes.merchant} title={name}>
          {name}
        </span>
      )}
      {environment !== 'production' && (
        <span className={classes.note}>
          {t(environment === 'training' ? 'environment.trainingNote' : 'environment.testNote')}
        </span>
      )}
      {builtIn && onFirstSteps !== undefined && (
        <UnstyledButton className={`${classes.leave} ${classes.steps}`} onClick={onFirstSteps}>
          <IconRoute size={16} aria-hidden="true" />
          {t('common:firstSteps')}
        </UnstyledButton>
      )}
      {operator !== null && (
        <span className={classes.operator} title={operator.name}>
          <span className={classes.name}>{operator.name}</span> · {t(`role.${operator.role}`)}
        </span>
      )}
      {access.kind === 'working' && (
        <>
          <UnstyledButton className={classes.leave} aria-keyshortcuts="Control+L" onClick={lock}>
            <IconLock size={16} aria-hidden="true" />
            {t('seat.lock')}
          </UnstyledButton>
          <UnstyledButton className={classes.leave} onClick={() => void signOut(undefined)}>
            <IconLogout size={16} aria-hidden="true" />
            {t('seat.signOut')}
          </UnstyledButton>
        </>
      )}
    </header>
  );
}
