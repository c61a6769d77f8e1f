/** Long work below the button that starts it: its progress while it runs, then how it ended. Survives a change of screen. */
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { useState, useId } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { ShownWork } from '#shared/work/long-work.ts';
import type { WorkKind } from '#shared/seat/work-kinds.ts';
import { useAction } from '#renderer/session/api.ts';
import { useSession } from '#renderer/session/session.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useFormats, elapsedWords } from '#renderer/words/formats.ts';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { doneWords, percentOf, amountWords, leftWords, msLeft, stepWords } from '#renderer/words/work-words.ts';
import { useLongWork } from './use-long-work.ts';
import { Callout } from '#renderer/ui/parts.tsx';
import { useNow } from '#renderer/ui/clock.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import classes from './work-note.module.css';
import parts from '#renderer/ui/parts.module.css';

export function WorkNote({
  kinds,
  failure = null,
}: {
  readonly kinds: readonly WorkKind[];
  /** Of the call that starts the work: it was refused, or it failed. */
  readonly failure?: Failure | null;
}) {
  const { t } = useText();
  const work = useLongWork(kinds);
  const ended = work?.end ?? null;
  const dismiss = useAction('work', 'dismiss');
  const [dismissed, setDismissed] = useState<Failure | null>(null);
  const ofWork = ended?.kind === 'failed' ? ended.failure : null;
  const shownFailure = failure ?? ofWork;
  return (
    <>
      <VisuallyHidden role="status">{work !== null && ended === null && milestone(t, work)}</VisuallyHidden>
      {work !== null && ended === null && <WorkProgress key={work.id} work={work} />}
      {work !== null && ended !== null && ended.kind !== 'failed' && <EndedWork work={work} />}
      {shownFailure !== null && shownFailure !== dismissed && (
        <FailureNotice failure={shownFailure} act="reading">
          <Button
            size="compact-md"
            onClick={() => {
              setDismissed(shownFailure);
              if (work !== null && ofWork !== null) dismiss.mutate({ id: work.id });
            }}
          >
            {t('work:dismiss')}
          </Button>
        </FailureNotice>
      )}
    </>
  );
}

/** Text that changes at the start and at half of the only or last step, because a screen reader speaks each change. */
function milestone(t: Translate, { kind, step }: ShownWork): string {
  const half = step.at === step.of && (percentOf(step) ?? 0) >= 50;
  return half ? t('work:half', { work: t(`work:kind.${kind}`) }) : t(`work:running.${kind}`);
}

function EndedWork({ work }: { readonly work: ShownWork }) {
  const { t } = useText();
  const formats = useFormats();
  const { merchant } = useSession();
  const show = useAction('work', 'showFile');
  const dismiss = useAction('work', 'dismiss');
  const { id, kind, end } = work;
  if (end === null || end.kind === 'failed') return null;
  const file = end.kind === 'done' ? end.file : null;
  const tone = end.kind === 'cancelled' ? 'plain' : end.agrees ? 'approved' : 'unknown';
  return (
    <Callout
      tone={tone}
      actions={
        <Group gap={8}>
          {file !== null && (
            <Button size="compact-md" onClick={() => show.mutate({ id })}>
              {t('work:show')}
            </Button>
          )}
          <Button size="compact-md" onClick={() => dismiss.mutate({ id })}>
            {t('work:dismiss')}
          </Button>
        </Group>
      }
    >
      <p role="status">
        {end.kind === 'cancelled'
          ? t(`work:cancelled.${kind}`)
          : doneWords(t, formats, kind, end, merchant.merchant.currencySign)}
      </p>
      {file !== null && <p className={parts.mono}>{file}</p>}
      {show.error !== null && <FailureNotice failure={show.error.failure} act="reading" />}
    </Callout>
  );
}

function WorkProgress({ work }: { readonly work: ShownWork }) {
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
