/** A reference of the service in a monospaced face, with a button that copies it. Never used for card data. */
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { UnstyledButton } from '@mantine/core';
import classes from './code-text.module.css';
import { useText } from '#renderer/words/i18n.ts';
import { useEffect, useState } from 'react';

export function CodeText({
  text,
  name,
}: {
  readonly text: string;
  /** Names the reference for the button: “Copy operation code”. */
  readonly name: string;
}) {
  const { t } = useText();
  const { state, copy } = useCopy(text);
  const label = state === 'copied' ? t('action.copied') : t('action.copy', { what: name.toLocaleLowerCase() });
  return (
    <span className={classes.root}>
      <code className={classes.code}>{text}</code>
      <UnstyledButton
        className={classes.button}
        onClick={copy}
        title={label}
        aria-label={t('action.copy', { what: name.toLocaleLowerCase() })}
      >
        {state === 'copied' ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </UnstyledButton>
      <span className={classes.said} role="status">
        {state === 'idle' ? '' : state === 'copied' ? t('action.copied') : t('action.copyFailed')}
      </span>
    </span>
  );
}

/** Copies a text, and tells for two seconds what became of it. Never used for card data. */
export function useCopy(text: string) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const timer = setTimeout(() => setState('idle'), 2000);
    return () => clearTimeout(timer);
  }, [state]);
  return {
    state,
    copy: (): void =>
      void navigator.clipboard.writeText(text).then(
        () => setState('copied'),
        () => setState('failed'),
      ),
  };
}
