/** Reads the queue page by page, in its order. */
import { api } from '#renderer/session/api.ts';
import { usePages, type Pages } from '#renderer/session/pages.ts';
import type { PaperSubject } from '#renderer/ui/paper/use-paper.ts';
import type { Environment } from '#shared/environment.ts';
import {
  holdsPageSize,
  type Hold,
  type HoldOrder,
  type HoldPart,
  type HoldsPage,
  type HoldTotals,
} from '#shared/ledger/holds.ts';

export type Show = 'waiting' | 'all';

export const holdId = (hold: Hold): string => hold.id;

export interface Queue extends Pages<HoldsPage> {
  readonly holds: readonly Hold[];
  readonly totals: HoldTotals | null;
  /** The list as it is printed, every page of it; null while it is empty. */
  readonly paper: PaperSubject | null;
}

/** @param environment of the active merchant. Other holds are neither shown nor captured under its band */
export function useHolds(
  environment: Environment,
  show: Show,
  part: HoldPart | null,
  text: string,
  order: HoldOrder,
): Queue {
  const pages = usePages<HoldsPage, { readonly expiresAt: string; readonly id: string }>(
    ['holds', 'list', 'pages', environment, show, part, text, order],
    (after) => api.holds.list({ show, part, text, order, after, limit: holdsPageSize, environment }),
    (page) => {
      const last = page.holds.at(-1);
      return page.more && last !== undefined ? { expiresAt: last.expiresAt, id: last.id } : null;
    },
  );
  const holds = pages.pages.flatMap((page) => page.holds);
  return {
    ...pages,
    holds,
    paper: holds.length === 0 ? null : { kind: 'holds', query: { show, part, text, order, environment } },
    totals: pages.pages.at(-1)?.totals ?? null,
  };
}
