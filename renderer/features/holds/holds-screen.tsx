/** The Holds screen: the queue of authorizations by time left, captured singly or in a batch, and a batch's results. */
import { SegmentedControl } from '@mantine/core';
import { IconHourglassEmpty, IconSearchOff } from '@tabler/icons-react';
import { useRef, useState, type ReactNode } from 'react';
import type { Failure } from '#shared/failure.ts';
import { wasInterrupted } from '#shared/ledger/batch-results.ts';
import type { BatchProgress, BlockedHold } from '#shared/ledger/holds.ts';
import { mostPrintedHolds } from '#shared/paper/paper-documents.ts';
import type { MerchantView } from '#shared/seat/merchant.ts';
import { textLimits } from '#shared/text-limits.ts';
import { api, useCall } from '#renderer/session/api.ts';
import { EmptyState } from '#renderer/ui/list/empty-state.tsx';
import { ListScreen } from '#renderer/ui/list/list-screen.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { PrintButton } from '#renderer/ui/paper/paper-dialog.tsx';
import { useMayAct } from '#renderer/session/session.tsx';
import { BatchResults } from '#renderer/features/holds/batch/batch-results.tsx';
import { BatchReview } from '#renderer/features/holds/batch/batch-review.tsx';
import { settledHolds } from '#renderer/features/holds/batch/batch-rows.ts';
import { InterruptedNotice } from '#renderer/features/holds/batch/interrupted-notice.tsx';
import { capturesOf, useBlocked, useBatch, type BatchDesk } from '#renderer/features/holds/batch/use-batch.ts';
import { HoldSummary } from '#renderer/features/holds/capture/hold-summary.tsx';
import { HoldsTotals } from '#renderer/features/holds/queue/holds-totals.tsx';
import { QueueKeys, QueueNotice } from '#renderer/features/holds/queue/queue-notice.tsx';
import { holdId } from '#renderer/features/holds/queue/use-holds.ts';
import { useQueue, type Queue } from '#renderer/features/holds/queue/use-queue.ts';
import { useReview, type HoldReview } from '#renderer/features/holds/queue/use-review.ts';
import { isOpen } from '#renderer/features/holds/queue/use-selection.ts';
import type { TypedHolds } from '#renderer/features/holds/queue/use-typed-holds.ts';

export function HoldsScreen({ typed }: { readonly typed: TypedHolds }) {
  const mayCapture = useMayAct('back-office');
  const batch = useBatch(mayCapture);
  const { progress } = batch;
  const queue = useQueue(typed.text, progress === null);
  const merchants = useCall('merchants', 'list', undefined).data ?? [];
  const review = useReview(queue, typed, progress === null);
  const { selection } = review;
  const blocked = useBlocked(selection.holds, typed.description, mayCapture);
  const [findFailure, setFindFailure] = useState<Failure | null>(null);
  if (progress !== null) {
    return (
      <BatchResults
        key={progress.batchId}
        batch={batch}
        progress={progress}
        failed={batch.failed ?? (findFailure && { failure: findFailure, means: null })}
        onRetry={(holdIds) => void markAgain(progress, holdIds)}
        onClose={close}
      />
    );
  }
  return (
    <HoldsList
      batch={batch}
      queue={queue}
      review={review}
      typed={typed}
      summary={<Summary batch={batch} merchants={merchants} blocked={blocked} review={review} typed={typed} />}
    />
  );

  /** Returns to the queue. Holds that were not sent keep their marks. */
  function close(seen: boolean): void {
    selection.unmark(settledHolds(progress));
    setFindFailure(null);
    review.end();
    if (seen) batch.dismiss();
    else batch.leave();
  }

  /** Marks holds by id, because the rows of a batch may be on pages that are not read. */
  async function markAgain(ended: BatchProgress, holdIds: readonly string[]): Promise<void> {
    const found = await api.holds.find({ ids: [...holdIds] });
    if (!found.ok) {
      setFindFailure(found.failure);
      return;
    }
    const open = found.value.filter(isOpen);
    const gone = holdIds.length - open.length;
    close(!wasInterrupted(ended));
    selection.mark(open);
    if (gone > 0) review.say((inLanguage) => inLanguage('holds:batch.noLongerOpen', { count: gone }));
  }
}

interface ListProps {
  readonly batch: BatchDesk;
  readonly queue: Queue;
  readonly review: HoldReview;
  readonly typed: TypedHolds;
}

function HoldsList({ batch, queue, review, typed, summary }: ListProps & { readonly summary: ReactNode }) {
  const { t } = useText();
  const formats = useFormats();
  const mayCapture = useMayAct('back-office');
  const search = useRef<HTMLInputElement>(null);
  const { found, isFiltered } = queue;
  return (
    <ListScreen
      title={t('nav.holds')}
      search={{
        boxRef: search,
        label: t('holds:filter.label'),
        placeholder: t('history:search.placeholder'),
        clear: t('history:search.clear'),
        maxLength: textLimits.holdSearch,
        text: typed.text,
        hint: queue.hint,
        onText: typed.setText,
      }}
      tools={
        <>
          <SegmentedControl
            aria-label={t('holds:filter.show')}
            value={queue.show}
            onChange={(value) => queue.showAll(value === 'all' ? 'all' : 'waiting')}
            data={[
              { value: 'waiting', label: t('holds:totals.open') },
              { value: 'all', label: t('holds:filter.all') },
            ]}
          />
          {mayCapture && (
            <PrintButton
              compact
              subject={found.paper}
              note={found.more ? t('printing:mostHolds', { max: formats.count(mostPrintedHolds) }) : undefined}
              heading={t('nav.holds')}
            />
          )}
        </>
      }
      above={
        <>
          {found.totals !== null && <HoldsTotals totals={found.totals} part={queue.part} onPart={queue.showPart} />}
          <InterruptedNotice batch={batch} />
          {batch.failed !== null && <FailureNotice failure={batch.failed.failure} act="reading" />}
        </>
      }
      below={mayCapture && found.holds.length > 0 && <QueueKeys />}
      found={found}
      pending={review.pending}
      list={{
        ...queue.sortedList,
        rows: review.rows,
        idOf: holdId,
        activeId: review.activeId,
        onActive: review.activate,
        onOpen: review.open,
        ...(mayCapture ? { marking: review.marking } : {}),
      }}
      listRef={review.listRef}
      empty={{
        icon: isFiltered ? <IconSearchOff size={32} /> : <IconHourglassEmpty size={32} />,
        title: t(isFiltered ? 'holds:empty.filteredTitle' : 'holds:empty.title'),
        children: t(isFiltered ? 'holds:empty.filteredText' : 'holds:empty.text'),
      }}
      summary={
        <>
          {review.said !== null && <QueueNotice said={review.said} why={review.why} />}
          {summary}
        </>
      }
    />
  );
}

function Summary({
  batch,
  merchants,
  blocked,
  review,
  typed,
}: Omit<ListProps, 'queue'> & {
  readonly merchants: readonly MerchantView[];
  readonly blocked: readonly BlockedHold[];
}) {
  const { t } = useText();
  const { selection, shown, reviewing, leave } = review;
  const { description, setDescription } = typed;
  if (review.areMarked) {
    return (
      <BatchReview
        selection={selection}
        merchants={merchants}
        blocked={blocked}
        failure={batch.refused}
        reviewing={reviewing}
        description={description}
        onDescription={setDescription}
        onMarkUnread={review.markUnread}
        onReview={review.openMarked}
        onClear={() => {
          selection.clear();
          setDescription('');
          leave();
        }}
        onSubmit={() =>
          batch.start(capturesOf(selection.chosen, description), selection.chosen, () => setDescription(''))
        }
      />
    );
  }
  if (shown === null) return <EmptyState title={t('holds:none.title')}>{t('holds:none.text')}</EmptyState>;
  return (
    <HoldSummary
      hold={shown}
      merchants={merchants}
      one={review.one}
      typed={typed.captures}
      reviewing={reviewing}
      onReview={() => review.open(shown)}
      onLeave={leave}
    />
  );
}
