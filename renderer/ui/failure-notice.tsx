/** A failure of the program in words: its meaning for the money, the reason, the next step. */
import { IconAlertOctagon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Failure } from '#shared/failure.ts';
import { failureWords } from '#renderer/words/failure-words.ts';
import { useText } from '#renderer/words/i18n.ts';
import classes from './failure-notice.module.css';

/** Announced when it appears. `children` holds the actions. */
export function FailureNotice({ failure, children }: { readonly failure: Failure; readonly children?: ReactNode }) {
  const { t } = useText();
  const { title, body, detail } = failureWords(t, failure);
  return (
    <div className={classes.root} role="alert">
      <IconAlertOctagon size={18} aria-hidden="true" className={classes.icon} />
      <div className={classes.words}>
        <p className={classes.title}>{title}</p>
        <p>{body}</p>
        {detail !== '' && <p className={classes.detail}>{detail}</p>}
        {children}
      </div>
    </div>
  );
}
