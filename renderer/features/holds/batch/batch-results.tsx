/** Results of a batch, running or ended: a row for each hold, the sums, and the ways to go on. */
import { Button, Group, Progress, Stack } from '@mantine/core';
import { IconDatabaseExclamation, IconPlayerStopFilled } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { wasInterrupted } from '#shared/ledger/batch-results.ts';
import type { BatchProgress } from '#shared/ledger/holds.ts';
import { useAction } from '#renderer/session/api.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { ExportMenu } from '#renderer/ui/export-menu.tsx';
import { WorkNote } from '#renderer/ui/work/work-note.tsx';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { OutcomeIcon } from '#renderer/ui/outcome/outcome-badge.tsx';
import { Amount } from '#renderer/ui/texts/values.tsx';
import { PrintButton } from '#renderer/ui/paper/paper-dialog.tsx';
import { Screen, SummaryLine } from '#renderer/ui/screen.tsx';
import { KeyButton, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { focusWhatCame } from '#renderer/ui/dialog-keys.ts';
import { endingOf, stillHeld, tallyOf, batchTone, headlineOf, placeToLookAt, type Tally } from './batch-rows.ts';
import { BatchTable } from './batch-table.tsx';
import { MoneySums } from './money-sums.tsx';
import { RowDetails } from './row-details.tsx';
import type { BatchDesk, FailedAct } from './use-batch.ts';
import parts from '#renderer/ui/parts.module.css';
import { Callout } from '#renderer/ui/parts.tsx';
import classes from '#renderer/features/holds/holds.module.css';

interface ResultsProps {
  readonly batch: BatchDesk;
  readonly progress: BatchProgress;
  /** The last act on these results, if it failed. */
  readonly failed: FailedAct | null;
  /** Marks the holds that certainly were not sent, for a new batch. */
  readonly onRetry: (holdIds: readonly string[]) => void;
  /** Returns to the queue. `seen`: the batch is reported no more. */
  readonly onClose: (seen: boolean) => void;
}

export function BatchResults(props: ResultsProps) {
  const { batch, progress, onClose } = props;
  const { t } = useText();
  const formats = useFormats();
  const { go } = useNavigation();
  const [chosenIndex, setActiveIndex] = useState<number | null>(null);
  const { finished } = progress;
  const shownIndex = finished ? placeToLookAt(progress) : progress.rows.findIndex(({ status }) => status === 'sending');
  const activeIndex = chosenIndex ?? (finished ? shownIndex : 0);
  const active = progress.rows[activeIndex] ?? null;
  const list = useRef<HTMLDivElement>(null);
  const tally = tallyOf(progress);
  const ending = endingOf(progress);
  const tone = batchTone(progress, tally);
  const openRecord = (): void => {
    if (active?.attempt != null) go('history', active.attempt.id);
  };
  const toRow = (index: number): void => {
    setActiveIndex(Math.max(0, Math.min(progress.rows.length - 1, index)));
    list.current?.focus();
  };
  useShortcuts({
    ...(finished ? { Escape: () => onClose(!wasInterrupted(progress)) } : { 'Mod+.': batch.stop }),
    'Mod+Shift+H': openRecord,
    // The list itself answers them first.
    ArrowDown: () => toRow(activeIndex + 1),
    ArrowUp: () => toRow(activeIndex - 1),
  });

  return (
    <Screen title={t('nav.holds')} summary={<Sums {...props} tally={tally} />}>
      <Stack gap={8} h="100%" mih={0}>
        <Callout tone={tone} icon={<OutcomeIcon state={tone} size={24} />}>
          <h2 className={parts.strong} key={`${progress.batchId} ${finished}`} ref={focusWhatCame} tabIndex={-1}>
            {finished ? headlineOf(t, tally) : t('holds:states.capturing')}
          </h2>
          {/* A screen reader would speak each of a thousand captures. */}
          <p role="status" aria-live={finished ? 'polite' : 'off'}>
            {finished
              ? t(`holds:batch.ending.${ending}`)
              : t('holds:batch.progress', { done: tally.ended, total: tally.total })}
          </p>
        </Callout>
        <p className={parts.note}>{t('holds:batch.started', { time: formats.moment(progress.startedAt) })}</p>
        <BatchTable
          progress={progress}
          activeIndex={activeIndex}
          shownIndex={shownIndex}
          onActive={setActiveIndex}
          onOpen={openRecord}
          listRef={list}
        />
        {active !== null && <RowDetails row={active} onOpen={openRecord} />}
      </Stack>
    </Screen>
  );
}

/** The summary column: the sums, and the ways to go on. */
function Sums({ tally, ...props }: ResultsProps & { readonly tally: Tally }) {
  const { batch, progress, failed } = props;
  const { t } = useText();
  return (
    <section className={classes.panel} aria-label={t('holds:batch.label')}>
      <SummaryLine action={<EndButton {...props} />}>
        {t('holds:batch.money.charged')}{' '}
        {[...tally.money.charged.amounts].map(([sign, amount]) => (
          <Amount key={sign} value={amount} currencySign={sign} />
        ))}
      </SummaryLine>
      {!progress.finished && (
        <Progress
          value={(100 * tally.ended) / tally.total}
          size={8}
          transitionDuration={100}
          aria-label={t('holds:states.capturing')}
        />
      )}
      <MoneySums tally={tally} />
      {tally.money.unknown.count > 0 && <p className={parts.note}>{t('holds:batch.unknownNote')}</p>}
      {tally.unrecorded > 0 && (
        <Callout tone="unknown" icon={<IconDatabaseExclamation size={18} aria-hidden />}>
          {t('holds:batch.unrecordedCount', { count: tally.unrecorded })}
        </Callout>
      )}
      {failed !== null && (
        <FailureNotice failure={failed.failure} act="reading">
          {failed.means !== null && <p>{t(`holds:batch.${failed.means}`)}</p>}
        </FailureNotice>
      )}
      {progress.finished ? (
        <EndedActions {...props} />
      ) : (
        <Stack gap={8}>
          <EndButton {...props} fullWidth />
          <p className={parts.note}>{t(batch.stopping ? 'holds:batch.stopping' : 'holds:batch.stopNote')}</p>
        </Stack>
      )}
    </section>
  );
}

/** Stops a batch that runs, and leaves the results of one that has ended. */
function EndButton({ batch, progress, onClose, fullWidth = false }: ResultsProps & { readonly fullWidth?: boolean }) {
  const { t } = useText();
  const interrupted = wasInterrupted(progress);
  return progress.finished ? (
    <KeyButton fullWidth={fullWidth} onClick={() => onClose(!interrupted)} keys="Escape">
      {t(interrupted ? 'holds:batch.closeInterrupted' : 'holds:batch.close')}
    </KeyButton>
  ) : (
    <KeyButton
      fullWidth={fullWidth}
      aria-disabled={batch.stopping}
      data-disabled={batch.stopping}
      leftSection={<IconPlayerStopFilled size={16} aria-hidden />}
      keys="Mod+."
      onClick={batch.stop}
    >
      {t('holds:batch.stop')}
    </KeyButton>
  );
}

function EndedActions(props: ResultsProps) {
  const { progress, onRetry, onClose } = props;
  const { batchId } = progress;
  const { t } = useText();
  const write = useAction('holds', 'exportBatch');
  const again = stillHeld(progress);
  return (
    <Stack gap={8}>
      {again.length > 0 && (
        <>
          <p className={parts.note}>{t('holds:batch.retryNote')}</p>
          <Button variant="filled" fullWidth onClick={() => onRetry(again)}>
            {t('holds:batch.retry', { count: again.length })}
          </Button>
        </>
      )}
      <Group grow preventGrowOverflow={false} gap={8}>
        <PrintButton subject={{ kind: 'batch', batchId }} heading={t('holds:batch.label')} px={8} />
        <ExportMenu fullWidth onChoose={(format) => write.mutate({ batchId, format })} />
      </Group>
      <WorkNote kinds={['export-batch']} failure={write.error?.failure ?? null} />
      {wasInterrupted(progress) && (
        <Button fullWidth onClick={() => onClose(true)}>
          {t('holds:batch.dismiss')}
        </Button>
      )}
      <EndButton {...props} fullWidth />
    </Stack>
  );
}
