/** The review of one hold or of the marked ones: what it is about, why it may not begin, and the way back to the list. */
import { useRef } from 'react';
import { batchLimit, type Hold, type HoldsPage } from '#shared/ledger/holds.ts';
import { useMayAct } from '#renderer/session/session.tsx';
import { useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { beforeNextKey } from '#renderer/ui/typing.ts';
import { useText } from '#renderer/words/i18n.ts';
import { whyNoBatch } from '#renderer/features/holds/batch/batch-rows.ts';
import { useCapture } from '#renderer/features/holds/capture/capture-form.tsx';
import { reviewFirst, useSaid } from './queue-notice.tsx';
import { marked, useActiveHold } from './use-holds.ts';
import type { Queue } from './use-queue.ts';
import { isOpen, useMarking, useSelection, type Selection } from './use-selection.ts';
import type { TypedHolds } from './use-typed-holds.ts';

export type HoldReview = ReturnType<typeof useReview>;

/** @param isListed false while something else takes the place of the list */
export function useReview({ found, part }: Queue, typed: TypedHolds, isListed: boolean) {
  const { t } = useText();
  const mayCapture = useMayAct('back-office');
  const one = useCapture();
  const { active, setActiveId, rows, pending, visited, reviewed, setReviewed } = useActiveHold(found, one.capture);
  const selection = useSelection(found.holds, part, typed, visited);
  const { said, say, hush } = useSaid();
  const markUnread = selection.all && found.more ? () => void markPages(found, selection) : null;
  const markRest = selection.chosen.length < batchLimit ? markUnread : null;
  const marking = useMarking(selection, found.holds, say, hush, markRest);
  const listRef = useRef<HTMLDivElement>(null);

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
    listRef.current?.focus();
  };
  const shown = one.capture.kind === 'none' ? active : one.capture.hold;
  const areMarked = selection.chosen.length > 0;
  // Other marks are another review.
  if (reviewed === marked && !areMarked) setReviewed(null);
  const reviewing = reviewed !== null && reviewed === (areMarked ? marked : shown?.id);
  const whyNoReview = (hold: Hold | null): string | null => {
    if (busy) return t('holds:review.wait');
    if (!mayCapture) return t('holds:review.notAllowed');
    if (areMarked) return whyNoBatch(t, selection.chosen);
    if (hold === null) return t('holds:review.choose');
    return isOpen(hold) ? null : t('holds:review.cant');
  };
  const why = whyNoReview(shown);
  // A form answers the key itself, and so does the question that comes before it.
  const isFormShown = reviewing && why === null;
  useShortcuts({
    Escape: isListed && (reviewing || one.capture.kind !== 'none') ? leave : undefined,
    F9: isListed && !isFormShown ? () => say(why === null ? reviewFirst : null) : undefined,
  });
  const open = (hold: Hold): void => {
    setActiveId(hold.id);
    if (whyNoReview(hold) !== null) return say(null);
    hush();
    one.clear();
    setReviewed(areMarked ? marked : hold.id);
  };
  return {
    one,
    /** The hold beside the list: the active one, or the one whose capture was sent. */
    shown,
    rows,
    pending,
    activeId: active !== null && rows.includes(active) ? active.id : null,
    activate: (hold: Hold): void => {
      setActiveId(hold.id);
      if (busy) hush();
      else endReview();
    },
    selection,
    marking,
    /** Marks the holds of unread pages. Null when all pages are read, or the list is not wholly marked. */
    markUnread,
    areMarked,
    reviewing,
    /** Why no review begins; null for none. */
    why,
    said,
    say,
    open,
    openMarked: () => setReviewed(marked),
    end: () => setReviewed(null),
    leave,
    listRef,
  };
}

/** Marks at most one batch. Holds beyond it stay unmarked, and the review says so. */
async function markPages(found: Queue['found'], selection: Selection): Promise<void> {
  const holdsOf = (pages: readonly HoldsPage[]) => pages.flatMap((page) => page.holds).filter(selection.markable);
  const pages = await found.readUntil((read) => holdsOf(read).length >= batchLimit);
  selection.setMarked(holdsOf(pages).slice(0, batchLimit), []);
}
