/** The Holds screen: the queue of authorizations by time left, captured singly or in a batch, and a batch's results. */
import { SegmentedControl } from '@mantine/core';
import { IconHourglassEmpty, IconSearchOff } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import { wasInterrupted } from '#shared/ledger/batch-results.ts';
import { batchLimit, type BatchProgress, type Hold, type HoldPart, type HoldsPage } from '#shared/ledger/holds.ts';
import { mostPrintedHolds } from '#shared/paper/paper-documents.ts';
import { textLimits } from '#shared/text-limits.ts';
import { api, useCall } from '#renderer/session/api.ts';
import { EmptyState } from '#renderer/ui/list/empty-state.tsx';
import { ListScreen } from '#renderer/ui/list/list-screen.tsx';
import { useSearchText } from '#renderer/ui/list/search-box.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { PrintButton } from '#renderer/ui/paper/paper-dialog.tsx';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { beforeNextKey } from '#renderer/ui/typing.ts';
import { BatchResults } from '#renderer/features/holds/batch/batch-results.tsx';
import { BatchReview } from '#renderer/features/holds/batch/batch-review.tsx';
import { whyNoBatch, settledHolds } from '#renderer/features/holds/batch/batch-rows.ts';
import { InterruptedNotice } from '#renderer/features/holds/batch/interrupted-notice.tsx';
import { capturesOf, useBlocked, useBatch } from '#renderer/features/holds/batch/use-batch.ts';
import { HoldSummary } from '#renderer/features/holds/capture/hold-summary.tsx';
import { useCapture } from '#renderer/features/holds/capture/capture-form.tsx';
import { useHoldOrder } from '#renderer/features/holds/queue/hold-columns.tsx';
import { HoldsTotals } from '#renderer/features/holds/queue/holds-totals.tsx';
import { QueueKeys, QueueNotice, reviewFirst, useSaid } from '#renderer/features/holds/queue/queue-notice.tsx';
import { holdId, useHolds, type Show, useActiveHold, marked } from '#renderer/features/holds/queue/use-holds.ts';
import { useMarking, isOpen, useSelection } from '#renderer/features/holds/queue/use-selection.ts';
import type { TypedHolds } from '#renderer/features/holds/queue/use-typed-holds.ts';

export function HoldsScreen({ typed }: { readonly typed: TypedHolds }) {
  const { t } = useText();
  const formats = useFormats();
  const [show, setShow] = useState<Show>('waiting');
  const [part, setPart] = useState<HoldPart | null>(null);
  const { text, setText, description, setDescription } = typed;
  const { sought, hint } = useSearchText(text.trim(), 120);
  const { environment } = useSession().merchant.merchant;
  const mayCapture = useMayAct('back-office');
  const batch = useBatch(mayCapture);
  const { progress } = batch;
  const { order, sortedList } = useHoldOrder(show, progress === null);
  const queue = useHolds(environment, show, part, sought, order);
  const merchants = useCall('merchants', 'list', undefined).data ?? [];
  const one = useCapture();
  const { active, setActiveId, rows, pending, visited, reviewed, setReviewed } = useActiveHold(queue, one.capture);
  const selection = useSelection(queue.holds, part, typed, visited);
  const blocked = useBlocked(selection.holds, description, mayCapture);
  const [findFailure, setFindFailure] = useState<Failure | null>(null);
  const { said, say, hush } = useSaid();
  const markRest = selection.all && queue.more && selection.chosen.length < batchLimit ? () => void markUnread() : null;
  const marking = useMarking(selection, queue.holds, say, hush, markRest);
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);

  const busy = one.capture.kind === 'sending';
  const endReview = (): void => {
    setReviewed(null);
    selection.takeUp();
    hush();
    one.clear();
  };
  const leave = (): void => {
    if (busy) return;
    // The list has its active hold again when the focus comes.
    beforeNextKey(endReview);
    list.current?.focus();
  };
  const shown = one.capture.kind === 'none' ? active : one.capture.hold;
  const areMarked = selection.chosen.length > 0;
  // Other marks are another review.
  if (reviewed === marked && !areMarked) setReviewed(null);
  const reviewing = reviewed !== null && reviewed === (areMarked ? marked : shown?.id);
  const why = whyNoReview(shown);
  // A form answers the key itself, and so does the question that comes before it.
  const isFormShown = reviewing && why === null;
  useShortcuts({
    Escape: progress === null && (reviewing || one.capture.kind !== 'none') ? leave : undefined,
    F9: progress === null && !isFormShown ? () => say(why === null ? reviewFirst : null) : undefined,
  });

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

  const filtered = sought !== '' || part !== null;
  return (
    <ListScreen
      title={t('nav.holds')}
      search={{
        boxRef: search,
        label: t('holds:filter.label'),
        placeholder: t('history:search.placeholder'),
        clear: t('history:search.clear'),
        maxLength: textLimits.holdSearch,
        text,
        hint,
        onText: setText,
      }}
      tools={
        <>
          <SegmentedControl
            aria-label={t('holds:filter.show')}
            value={show}
            onChange={(value) => showAll(value === 'all' ? 'all' : 'waiting')}
            data={[
              { value: 'waiting', label: t('holds:totals.open') },
              { value: 'all', label: t('holds:filter.all') },
            ]}
          />
          {mayCapture && (
            <PrintButton
              compact
              subject={queue.paper}
              note={queue.more ? t('printing:mostHolds', { max: formats.count(mostPrintedHolds) }) : undefined}
              heading={t('nav.holds')}
            />
          )}
        </>
      }
      above={
        <>
          {queue.totals !== null && <HoldsTotals totals={queue.totals} part={part} onPart={showPart} />}
          <InterruptedNotice batch={batch} />
          {batch.failed !== null && <FailureNotice failure={batch.failed.failure} act="reading" />}
        </>
      }
      below={mayCapture && queue.holds.length > 0 && <QueueKeys />}
      found={queue}
      pending={pending}
      list={{
        ...sortedList,
        rows,
        idOf: holdId,
        activeId: active !== null && rows.includes(active) ? active.id : null,
        onActive: (hold) => {
          setActiveId(hold.id);
          if (busy) hush();
          else endReview();
        },
        onOpen: review,
        ...(mayCapture ? { marking } : {}),
      }}
      listRef={list}
      empty={{
        icon: filtered ? <IconSearchOff size={32} /> : <IconHourglassEmpty size={32} />,
        title: t(filtered ? 'holds:empty.filteredTitle' : 'holds:empty.title'),
        children: t(filtered ? 'holds:empty.filteredText' : 'holds:empty.text'),
      }}
      summary={
        <>
          {said !== null && <QueueNotice said={said} why={why} />}
          {summary()}
        </>
      }
    />
  );

  /** A part is one of the waiting holds. */
  function showPart(next: HoldPart | null): void {
    setPart(next);
    if (next !== null) setShow('waiting');
  }

  function showAll(next: Show): void {
    setShow(next);
    if (next === 'all') setPart(null);
  }

  function review(hold: Hold): void {
    setActiveId(hold.id);
    if (whyNoReview(hold) !== null) return say(null);
    hush();
    one.clear();
    setReviewed(areMarked ? marked : hold.id);
  }

  function whyNoReview(hold: Hold | null): string | null {
    if (busy) return t('holds:review.wait');
    if (!mayCapture) return t('holds:review.notAllowed');
    if (areMarked) return whyNoBatch(t, selection.chosen);
    if (hold === null) return t('holds:review.choose');
    return isOpen(hold) ? null : t('holds:review.cant');
  }

  /** Returns to the queue. Holds that were not sent keep their marks. */
  function close(seen: boolean): void {
    selection.unmark(settledHolds(progress));
    setFindFailure(null);
    setReviewed(null);
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
    if (gone > 0) say((inLanguage) => inLanguage('holds:batch.noLongerOpen', { count: gone }));
  }

  /** Marks at most one batch. Holds beyond it stay unmarked, and the review says so. */
  async function markUnread(): Promise<void> {
    const holdsOf = (pages: readonly HoldsPage[]) => pages.flatMap((page) => page.holds).filter(selection.markable);
    const pages = await queue.readUntil((read) => holdsOf(read).length >= batchLimit);
    selection.setMarked(holdsOf(pages).slice(0, batchLimit), []);
  }

  function summary() {
    if (areMarked) {
      return (
        <BatchReview
          selection={selection}
          merchants={merchants}
          blocked={blocked}
          failure={batch.refused}
          reviewing={reviewing}
          description={description}
          onDescription={setDescription}
          onMarkUnread={selection.all && queue.more ? () => void markUnread() : null}
          onReview={() => setReviewed(marked)}
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
        one={one}
        typed={typed.captures}
        reviewing={reviewing}
        onReview={() => review(shown)}
        onLeave={leave}
      />
    );
  }
}
