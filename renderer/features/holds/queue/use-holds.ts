/** Reads the queue page by page, in its order. */
import { api, useCall } from '#renderer/session/api.ts';
import { usePages } from '#renderer/session/pages.ts';
import type { PaperSubject } from '#renderer/ui/paper/use-paper.ts';
import type { Environment } from '#shared/environment.ts';
import { holdsPageSize, type Hold, type HoldOrder, type HoldPart, type HoldsPage } from '#shared/ledger/holds.ts';
import { useMemo, useState } from 'react';
import { useNavigation } from '#renderer/session/navigation.tsx';

export type Show = 'waiting' | 'all';

export const holdId = (hold: Hold): string => hold.id;

/** @param environment of the active merchant. Other holds are neither shown nor captured under its band */
export function useHolds(environment: Environment, show: Show, part: HoldPart | null, text: string, order: HoldOrder) {
  const pages = usePages<HoldsPage, { readonly expiresAt: string; readonly id: string }>(
    ['holds', 'list', 'pages', environment, show, part, text, order],
    (after) => api.holds.list({ show, part, text, order, after, limit: holdsPageSize, environment }),
    (page) => {
      const last = page.holds.at(-1);
      return page.more && last !== undefined ? { expiresAt: last.expiresAt, id: last.id } : null;
    },
  );
  const holds = pages.pages.flatMap((page) => page.holds);
  const paper: PaperSubject | null =
    holds.length === 0 ? null : { kind: 'holds', query: { show, part, text, order, environment } };
  return {
    ...pages,
    holds,
    /** Names the list. The same one may lose and get holds. */
    of: JSON.stringify([show, part, text, order]),
    /** The list as it is printed, every page of it; null while it is empty. */
    paper,
    totals: pages.pages.at(-1)?.totals ?? null,
  };
}

/** Says that the marked holds are under review, in place of the id of a single one. */
export const marked = 'marked';

/**
 * The active hold of the queue, and what is under review. Another screen may have led to a hold, which can be on a page that is not
 * read. When the list loses the active hold, the one in its place follows.
 * @param sent the capture that was sent, whose hold is shown then
 */
export function useActiveHold(
  { holds, of, stale }: { readonly holds: readonly Hold[]; readonly of: string; readonly stale: boolean },
  sent: { readonly kind: string },
) {
  const { hold } = useNavigation().route;
  // Kept during visits to other screens, because their routes name no hold.
  const [visit] = useState(hold ?? null);
  const found = useCall('holds', 'find', { ids: visit === null ? [] : [visit.id] }, { enabled: visit !== null });
  const foundHold = found.data?.[0] ?? null;
  /** That hold is being read. No other one takes its place meanwhile. */
  const pending = visit !== null && found.isPending;
  const [activeId, setActiveId] = useState(visit?.id ?? null);
  // The review of its capture opens at once.
  const [reviewed, setReviewed] = useState(visit?.capture === true ? visit.id : null);
  /** The queue, led by the hold that another screen led to when it is not in it. */
  const rows = useMemo(
    () => (foundHold === null || holds.some(({ id }) => id === foundHold.id) ? holds : [foundHold, ...holds]),
    [holds, foundHold],
  );
  const listed = rows.find(({ id }) => id === activeId);
  const [last, setLast] = useState<{ readonly hold: Hold; readonly at: number; readonly of: string } | null>(null);
  // A hold under review stays when the list loses it to a search or to another seat, because F9 would capture the one in its place.
  const isLost = sent.kind === 'none' && listed === undefined && activeId === reviewed;
  const lost = isLost && last?.hold.id === activeId ? last.hold : null;
  const present = useCall('holds', 'find', { ids: lost === null ? [] : [lost.id] }, { enabled: lost !== null });
  const chosen = listed ?? present.data?.[0] ?? lost;
  // A hold that was sent or that another screen led to, and that is nowhere, is not replaced by one that nobody chose.
  const isGone = sent.kind !== 'none' || (visit !== null && activeId === visit.id);
  const near = last?.of === of ? (rows.find(({ id }) => id === last.hold.id) ?? rows[last.at] ?? rows.at(-1)) : rows[0];
  const active = chosen ?? (isGone ? null : (near ?? null));
  const at = rows.findIndex((row) => row === active);
  const held = rows[at];
  if (held !== undefined && !stale && (last?.hold !== held || last.at !== at || last.of !== of)) {
    setLast({ hold: held, at, of });
  }
  return {
    active,
    setActiveId,
    rows,
    pending,
    visited: visit !== null,
    /** Id of the hold whose capture is under review, or `marked`; null for none. */
    reviewed,
    setReviewed,
  };
}
