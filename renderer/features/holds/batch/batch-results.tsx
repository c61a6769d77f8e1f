/** Progress of a running batch, and the results after its end: money and the outcome of each row. */
import { Button, Progress } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { IconCircleMinus, IconLoader, IconPlayerStopFilled } from '@tabler/icons-react';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import type { BatchProgress, BatchRow } from '#shared/ledger/holds.ts';
import { countedAmount } from '#shared/payments/attempt.ts';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { OutcomeBadge, OutcomeIcon } from '#renderer/ui/outcome/outcome-badge.tsx';
import { useSession } from '#renderer/session/session.tsx';
import { KeyHint, useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { outcomes } from '#shared/payments/outcome.ts';
import { retryable, tallyOf, type Tally } from './batch-rows.ts';
import type { RunningBatch } from './use-batch.ts';
import classes from './batch.module.css';
import common from '#renderer/features/holds/holds.module.css';

/** Moves the focus to a result that has just come. */
const takeFocus = (heading: HTMLElement | null): void => heading?.focus();

export function BatchResults({
  batch,
  progress,
  onRetry,
}: {
  readonly batch: RunningBatch;
  readonly progress: BatchProgress;
  /** Marks the holds whose capture certainly never left, for a new batch. */
  readonly onRetry: (holdIds: readonly string[]) => void;
}) {
  const { t } = useText();
  const { merchant } = useSession();
  const tally = tallyOf(progress);
  const again = progress.finished ? retryable(progress) : [];
  const sign =
    progress.rows.find((row) => row.attempt !== null)?.attempt?.currencySign ?? merchant.merchant.currencySign;
  const stopped = progress.rows.some((row) => row.skipReason === 'stopped');
  const title = progress.finished ? (stopped ? 'holds:batch.stopped' : 'holds:batch.finished') : 'holds:batch.running';
  useShortcuts(progress.finished ? { Escape: batch.clear } : { 'Mod+.': batch.stop });
  return (
    <section className={common.panel} aria-label={t('holds:batch.label')}>
      <div className={common.facts}>
        <h2 className={common.strong} key={`${progress.batchId} ${progress.finished}`} ref={takeFocus} tabIndex={-1}>
          {t(title)}
        </h2>
        <Amount value={tally.charged} currencySign={sign} size="hero" />
        <p className={common.soft}>{t(progress.finished ? 'holds:batch.chargedFinal' : 'holds:batch.charged')}</p>
      </div>
      <div>
        <Progress value={(100 * tally.ended) / tally.total} size={8} transitionDuration={100} aria-label={t(title)} />
        <p className={classes.counts} role="status">
          {t('holds:batch.progress', { done: tally.ended, total: tally.total })}
          <Counts tally={tally} />
        </p>
      </div>
      <Rows progress={progress} currencySign={sign} />
      {!progress.finished && (
        <>
          <p className={common.note}>{t(batch.stopping ? 'holds:batch.stopping' : 'holds:batch.stopNote')}</p>
          <Button
            variant="default"
            fullWidth
            disabled={batch.stopping}
            leftSection={<IconPlayerStopFilled size={16} aria-hidden />}
            rightSection={<KeyHint keys="Mod+." />}
            onClick={batch.stop}
          >
            {t('holds:batch.stop')}
          </Button>
        </>
      )}
      {again.length > 0 && (
        <>
          <p className={common.note}>{t('holds:batch.retryNote')}</p>
          <Button fullWidth onClick={() => onRetry(again)}>
            {t('holds:batch.retry', { count: again.length })}
          </Button>
        </>
      )}
      {progress.finished && (
        <Button variant="default" fullWidth onClick={batch.clear} rightSection={<KeyHint keys="Escape" />}>
          {t('holds:batch.close')}
        </Button>
      )}
    </section>
  );
}

function Counts({ tally }: { readonly tally: Tally }) {
  const { t } = useText();
  return (
    <>
      {outcomes
        .filter((outcome) => tally.counts[outcome] > 0)
        .map((outcome) => (
          <span key={outcome} className={classes.count}>
            <OutcomeIcon state={outcome} size={16} />
            {tally.counts[outcome]} {t(`holds:batch.summary.${outcome}`, { count: tally.counts[outcome] })}
          </span>
        ))}
      {tally.counts.skipped > 0 && (
        <span className={classes.count}>
          <IconCircleMinus size={16} aria-hidden />
          {tally.counts.skipped} {t('holds:batch.summary.skipped', { count: tally.counts.skipped })}
        </span>
      )}
    </>
  );
}

function Rows({ progress, currencySign }: { readonly progress: BatchProgress; readonly currencySign: string }) {
  const { t } = useText();
  const { figure } = useFormats();
  const { go } = useNavigation();
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: progress.rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 36,
    overscan: 8,
  });
  // Keep the row that is being sent in view.
  const sending = progress.rows.findLastIndex((row) => row.status === 'sending');
  useEffect(() => {
    if (sending >= 0) virtual.scrollToIndex(sending);
  }, [sending, virtual]);
  return (
    <div className={classes.rowsBox} ref={scroller} role="region" aria-label={t('holds:batch.rows')}>
      <ol className={classes.rows} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const row = progress.rows[item.index];
          if (row === undefined) return null;
          const shown = row.attempt;
          return (
            <li key={row.holdId} className={classes.batchRow} style={{ transform: `translateY(${item.start}px)` }}>
              <RowResultMark row={row} finished={progress.finished} />
              {shown !== null && (
                <button type="button" className={classes.link} onClick={() => go('history', shown.id)}>
                  {shown.lastName === '' ? (shown.card?.lastFour ?? '') : shown.lastName}
                </button>
              )}
              <span className={classes.rowAmount} title={currencySign}>
                {figure(row.attempt === null ? row.amount : countedAmount(row.attempt))}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function RowResultMark({ row, finished }: { readonly row: BatchRow; readonly finished: boolean }) {
  const { t } = useText();
  if (row.status === 'done' && row.attempt !== null) return <OutcomeBadge attempt={row.attempt} />;
  const words = waitingWords(t, row, finished);
  return (
    <span className={common.state} title={words}>
      {row.status === 'sending' ? <IconLoader size={16} aria-hidden /> : <IconCircleMinus size={16} aria-hidden />}
      <span className={classes.clip}>{words}</span>
    </span>
  );
}

function waitingWords(t: Translate, row: BatchRow, finished: boolean): string {
  if (row.status === 'sending') return t('holds:batch.row.sending');
  if (row.status === 'waiting' && !finished) return t('holds:batch.row.waiting');
  return t(row.skipReason === null ? 'holds:batch.row.interrupted' : `holds:batch.row.${row.skipReason}`);
}
