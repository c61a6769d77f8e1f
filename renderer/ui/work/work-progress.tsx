/** Progress of long work: bar, rows, time, what is left, and the button that stops it. */
import { useId } from 'react';
import type { ShownWork } from '#shared/work/long-work.ts';
import { useAction } from '#renderer/session/api.ts';
import { useNow } from '#renderer/ui/clock.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { elapsedWords, useFormats } from '#renderer/words/formats.ts';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { amountWords, leftWords, msLeft, percentOf, stepWords } from '#renderer/words/work-words.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import classes from './work-note.module.css';
import parts from '#renderer/ui/parts.module.css';

export function WorkProgress({ work }: { readonly work: ShownWork }) {
  const { t } = useText();
  const formats = useFormats();
  const titleId = useId();
  const cancel = useAction('work', 'cancel');
  const { id, kind, step } = work;
  const percent = percentOf(step);
  const stop = (): void => {
    if (work.cancel === 'possible') cancel.mutate({ id });
  };
  const facts = [percent === null ? null : t('work:percent', { percent }), amountWords(t, formats, work)];
  return (
    <section className={classes.progress} aria-labelledby={titleId}>
      <div className={classes.words}>
        <p>
          <strong id={titleId}>{t(`work:running.${kind}`)}</strong>
        </p>
        <p className={parts.note}>
          {[stepWords(t, work), whoWords(t, work)].filter((part) => part !== null).join(' · ')}
        </p>
      </div>
      {work.cancel !== 'not-permitted' && work.cancel !== 'too-late' && (
        <KeyButton
          size="compact-md"
          aria-disabled={work.cancel === 'asked'}
          data-disabled={work.cancel === 'asked'}
          keys="Escape"
          onClick={stop}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || work.cancel !== 'possible') return;
            // The screen around it has an Escape of its own.
            event.preventDefault();
            event.stopPropagation();
            stop();
          }}
        >
          {t('action.cancel')}
        </KeyButton>
      )}
      <div
        className={classes.bar}
        role="progressbar"
        aria-labelledby={titleId}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
        data-unknown={percent === null || undefined}
      >
        <div style={{ width: `${percent ?? 100}%` }} />
      </div>
      <p className={classes.facts}>
        {facts.map((fact) => fact !== null && <span key={fact}>{fact}</span>)}
        <Times work={work} />
      </p>
      {cancel.error !== null && <FailureNotice failure={cancel.error.failure} act="recording" />}
    </section>
  );
}

/** Renders each second. */
function Times({ work: { startedAt, step } }: { readonly work: ShownWork }) {
  const { t } = useText();
  const now = useNow();
  const left = msLeft(step, now);
  const words = left === null ? null : leftWords(t, left);
  return (
    <>
      <span role="timer">{elapsedWords(now - Date.parse(startedAt))}</span>
      {words !== null && <span>{words}</span>}
    </>
  );
}

/** Says what stopping it would mean, or who started it. */
function whoWords(t: Translate, { kind, cancel, startedBy, step }: ShownWork): string | null {
  if (cancel === 'asked') return t('work:cancelling');
  if (cancel === 'too-late') return t(kind === 'purge' ? 'work:tooLate.purge' : 'work:tooLate.restore');
  if (cancel === 'not-permitted') return startedBy === null ? null : t('work:startedBy', { name: startedBy });
  return kind === 'purge' && step.name !== 'remove' ? t('work:untilRemoval') : null;
}
