/** A failure of the program in words: its meaning for the money, the reason, the next step. */
import type { ReactNode } from 'react';
import type { Failure } from '#shared/failure.ts';
import { failureWords } from '#renderer/words/failure-words.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { Callout } from './parts.tsx';
import parts from './parts.module.css';

/** Announced when it appears. `children` holds the actions. */
export function FailureNotice({
  failure,
  reading = false,
  children,
}: {
  readonly failure: Failure;
  /** Of something that is only shown, which says nothing about what was sent. */
  readonly reading?: boolean;
  readonly children?: ReactNode;
}) {
  const { t } = useText();
  const { money } = useFormats();
  const { title, body, detail } = failureWords(t, money, failure);
  return (
    <Callout tone="declined" role="alert">
      <p className={parts.strong}>{reading && failure.kind === 'ledger' ? t('failures:ledger.reading') : title}</p>
      <p>{body}</p>
      {detail !== '' && <p className={parts.note}>{detail}</p>}
      {children}
    </Callout>
  );
}
