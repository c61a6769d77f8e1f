/** A failure of the program in words: its meaning for the money, the reason, the next step. */
import type { ReactNode } from 'react';
import type { Failure } from '#shared/failure.ts';
import { failureWords } from '#renderer/words/failure-words.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { Callout, useIntoView } from './parts.tsx';
import parts from './parts.module.css';

/** Announced when it appears. `children` holds the actions. */
export function FailureNotice({
  failure,
  act,
  children,
}: {
  readonly failure: Failure;
  /** Act that failed. Only of `paying` does the notice say that nothing was sent. `giving`: of a document that was read. */
  readonly act: 'paying' | 'reading' | 'recording' | 'giving';
  readonly children?: ReactNode;
}) {
  const { t } = useText();
  const { money } = useFormats();
  const { title, body, detail } = failureWords(t, money, failure);
  return (
    <Callout ref={useIntoView()} tone="declined" role="alert">
      <p className={parts.strong}>
        {act !== 'paying' && failure.kind === 'ledger' ? t(`failures:ledger.${act}`) : title}
      </p>
      <p>{body}</p>
      {detail !== '' && <p className={parts.note}>{detail}</p>}
      {children}
    </Callout>
  );
}
