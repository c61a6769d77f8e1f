/** Long work below the button that starts it: its progress while it runs, then how it ended. Survives a change of screen. */
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { ShownWork } from '#shared/work/long-work.ts';
import type { WorkKind } from '#shared/seat/work-kinds.ts';
import { useAction } from '#renderer/session/api.ts';
import { useSession } from '#renderer/session/session.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { doneWords, percentOf } from '#renderer/words/work-words.ts';
import { useLongWork } from './use-long-work.ts';
import { WorkProgress } from './work-progress.tsx';
import parts from '#renderer/ui/parts.module.css';
import { Callout } from '#renderer/ui/parts.tsx';

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
