/** Body of the answer as received. JSON is split into lines, anything else stays as it is. */
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useText } from '#renderer/words/i18n.ts';
import { laidOut } from './laid-out.ts';
import classes from './history.module.css';

export function RawAnswer({ text }: { readonly text: string | null }) {
  const { t } = useText();
  const [wrap, setWrap] = useState(true);
  if (text === null) return <p className={classes.note}>{t('history:details.rawNone')}</p>;
  return (
    <div className={classes.rawBox}>
      <div className={classes.rawHead}>
        <p className={classes.note}>{t('history:details.rawNote')}</p>
        <Checkbox
          label={t('history:details.wrap')}
          checked={wrap}
          onChange={(event) => setWrap(event.currentTarget.checked)}
        />
      </div>
      <pre className={classes.raw} data-wrap={wrap} aria-label={t('history:details.tabs.answer')}>
        {laidOut(text) ?? text}
      </pre>
    </div>
  );
}
