/** The Holds screen: the queue of authorizations by time left, captured singly or in a batch, and a batch's results. */
import { Button, Stack } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import { wasInterrupted } from '#shared/ledger/batch-results.ts';
import { batchLimit, type BatchProgress, type Hold, type HoldPart, type HoldsPage } from '#shared/ledger/holds.ts';
import { api, useCall } from '#renderer/session/api.ts';
import { EmptyState } from '#renderer/ui/list/empty-state.tsx';
import { useSearchText } from '#renderer/ui/list/search-text.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { RecordList } from '#renderer/ui/list/record-list.tsx';
import { Screen } from '#renderer/ui/screen.tsx';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { SlowNote } from '#renderer/ui/texts/slow-note.tsx';
import { BatchResults } from '#renderer/features/holds/batch/batch-results.tsx';
import { BatchReview } from '#renderer/features/holds/batch/batch-review.tsx';
import { settledHolds } from '#renderer/features/holds/batch/batch-rows.ts';
import { InterruptedNotice } from '#renderer/features/holds/batch/interrupted-notice.tsx';
import { capturesOf, useBlocked } from '#renderer/features/holds/batch/use-blocked.ts';
import { useBatch } from '#renderer/features/holds/batch/use-batch.ts';
import { whyNotMarked } from '#renderer/features/holds/capture/hold-note.tsx';
import { HoldSummary } from '#renderer/features/holds/capture/hold-summary.tsx';
import { useCapture } from '#renderer/features/holds/capture/use-capture.ts';
import { EmptyQueue } from '#renderer/features/holds/queue/empty-queue.tsx';
import { useHoldOrder } from '#renderer/features/holds/queue/use-hold-order.ts';
import { HoldsTotals } from '#renderer/features/holds/queue/holds-totals.tsx';
import { QueueKeys } from '#renderer/features/holds/queue/queue-keys.tsx';
import { QueueNotice, useSaid } from '#renderer/features/holds/queue/queue-notice.tsx';
import { QueueTools, type Show } from '#renderer/features/holds/queue/queue-tools.tsx';
import { useHolds } from '#renderer/features/holds/queue/use-holds.ts';
import { useActiveHold } from '#renderer/features/holds/queue/use-active-hold.ts';
import { isOpen, useSelection } from '#renderer/features/holds/queue/use-selection.ts';

const idOf = (hold: Hold): string => hold.id;

export function HoldsScreen() {
  const { t } = useText();
  const formats = useFormats();
  const [show, setShow] = useState<Show>('waiting');
  const [part, setPart] = useState<HoldPart | null>(null);
  const [text, setText] = useState('');
  const { sought, hint } = useSearchText(text.trim(), 120);
  const { environment } = useSession().merchant.merchant;
  const mayCapture = useMayAct('back-office');
  const batch = useBatch(mayCapture);
  const { progress } = batch;
  const { order, sortedList } = useHoldOrder(show, progress === null);
  const queue = useHolds(environment, show, part, sought, order);
  const merchants = useCall('merchants', 'list', undefined).data ?? [];
  const selection = useSelection(queue.holds, part);
  const one = useCapture();
  const [description, setDescription] = useState('');
  const blocked = useBlocked(selection.holds, description, mayCapture);
  const { active, setActiveId, rows, pending, capture } = useActiveHold(queue.holds);
  const [reviewing, setReviewing] = useState(capture);
  const [findFailure, setFindFailure] = useState<Failure | null>(null);
  const { said, say, hush } = useSaid();
  const list = useRef<HTMLDivElement>(null);

  const busy = one.capture.kind === 'sending';
  const leave = (): void => {
    if (busy) return;
    setReviewing(false);
    hush();
    one.clear();
    list.current?.focus();
  };
  useShortcuts({
    Escape: progress === null && (reviewing || one.capture.kind !== 'none') ? leave : undefined,
    F9: progress === null && !isFormShown() ? () => say(whyNoReview(active) ?? t('holds:review.first')) : undefined,
  });

  if (progress !== null) {
    return (
      <BatchResults
        key={progress.batchId}
        batch={batch}
        progress={progress}
        failure={batch.failure ?? findFailure}
        onRetry={(holdIds) => void markAgain(progress, holdIds)}
        onClose={close}
      />
    );
  }

  const [other] = batch.others;
  return (
    <Screen
      title={t('holds:title')}
      tools={<QueueTools {...{ text, hint, show, list, queue }} onText={setText} onShow={showAll} />}
      summary={
        <>
          {said !== null && <QueueNotice said={said} />}
          {summary()}
        </>
      }
    >
      <Stack gap={12} h="100%" mih={0}>
        {queue.totals !== null && <HoldsTotals totals={queue.totals} part={part} onPart={showPart} />}
        {other !== undefined && <InterruptedNotice progress={other} onShow={() => batch.show(other)} />}
        {batch.failure !== null && <FailureNotice failure={batch.failure} />}
        {queue.issue !== null && (
          <FailureNotice failure={queue.issue.failure}>
            <Button variant="default" size="compact-md" onClick={queue.again}>
              {t('holds:again')}
            </Button>
          </FailureNotice>
        )}
        {content()}
        {mayCapture && queue.holds.length > 0 && <QueueKeys />}
      </Stack>
    </Screen>
  );

  function content() {
    if (queue.issue !== null && queue.holds.length === 0) return null;
    if (queue.loading || pending) return <SlowNote of="loading" />;
    if (rows.length === 0) return <EmptyQueue filtered={sought !== '' || part !== null} listRef={list} />;
    return (
      <RecordList
        {...sortedList}
        rows={rows}
        idOf={idOf}
        activeId={active?.id ?? null}
        onActive={(hold) => {
          setActiveId(hold.id);
          hush();
          if (busy) return;
          setReviewing(false);
          one.clear();
        }}
        onOpen={review}
        {...(mayCapture ? { marking: marking() } : {})}
        more={queue.more}
        onEnd={queue.readOn}
        stale={queue.stale}
        listRef={list}
      />
    );
  }

  /** A part is one of the waiting holds. */
  function showPart(next: HoldPart | null): void {
    setPart(next);
    if (next !== null) setShow('waiting');
  }

  function showAll(next: Show): void {
    setShow(next);
    if (next === 'all') setPart(null);
  }

  function marking() {
    return {
      header: t('holds:columns.select'),
      marked: selection.ids,
      markable: selection.markable,
      toggle: (hold: Hold) => {
        hush();
        selection.toggle(hold);
      },
      setMarked: selection.setMarked,
      refuse: (hold: Hold) => say(whyNotMarked(t, formats, hold)),
      toggleAll: () => {
        hush();
        if (queue.holds.some(selection.markable)) selection.toggleAll();
        else say(t('holds:review.nothingToMark'));
      },
    };
  }

  function review(hold: Hold): void {
    setActiveId(hold.id);
    const why = whyNoReview(hold);
    if (why !== null) {
      say(why);
      return;
    }
    hush();
    one.clear();
    setReviewing(true);
  }

  /** Says why a review can't begin; null when it can. */
  function whyNoReview(hold: Hold | null): string | null {
    if (busy) return t('holds:review.wait');
    if (!mayCapture) return t('holds:review.notAllowed');
    if (selection.holds.length > 0) {
      const signs = new Set(selection.holds.map(({ authorization }) => authorization.currencySign));
      if (signs.size > 1) return t('holds:batch.currencies');
      return selection.holds.length > batchLimit ? t('holds:batch.tooMany', { max: batchLimit }) : null;
    }
    if (hold === null) return t('holds:review.choose');
    return isOpen(hold) ? null : t('holds:review.cant');
  }

  /** True while a form waits for F9, or the question that comes before it. Both answer the key themselves. */
  function isFormShown(): boolean {
    return reviewing && whyNoReview(active) === null;
  }

  /** Returns to the queue. Holds that were not sent keep their marks. */
  function close(seen: boolean): void {
    selection.unmark(settledHolds(progress));
    setFindFailure(null);
    setReviewing(false);
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
    if (gone > 0) say(t('holds:batch.noLongerOpen', { count: gone }));
  }

  /** Marks at most one batch. Holds beyond it stay unmarked, and the review says so. */
  async function markUnread(): Promise<void> {
    const holdsOf = (pages: readonly HoldsPage[]) => pages.flatMap((page) => page.holds).filter(selection.markable);
    const pages = await queue.readUntil((read) => holdsOf(read).length >= batchLimit);
    selection.mark(holdsOf(pages).slice(0, batchLimit));
  }

  function summary() {
    if (selection.holds.length > 0) {
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
          onReview={() => setReviewing(true)}
          onClear={() => {
            selection.clear();
            setDescription('');
            leave();
          }}
          onSubmit={() =>
            batch.start(capturesOf(selection.holds, description), selection.holds, () => setDescription(''))
          }
        />
      );
    }
    const shown = one.capture.kind === 'none' ? active : one.capture.hold;
    if (shown === null) return <EmptyState title={t('holds:none.title')}>{t('holds:none.text')}</EmptyState>;
    return (
      <HoldSummary
        hold={shown}
        merchants={merchants}
        one={one}
        reviewing={reviewing}
        onReview={() => setReviewing(true)}
        onLeave={leave}
      />
    );
  }
}
