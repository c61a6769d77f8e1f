/** Reads the attempts that match a filter page by page, newest first. */
import { historyPageSize, type HistoryFilter, type HistoryPage } from '#shared/ledger/history.ts';
import type { ListedAttempt } from '#shared/ledger/listed-attempt.ts';
import { api } from '#renderer/session/api.ts';
import { usePages, type Pages } from '#renderer/session/pages.ts';

export interface FoundAttempts extends Pages<HistoryPage> {
  readonly attempts: readonly ListedAttempt[];
}

export function useHistory(filter: HistoryFilter): FoundAttempts {
  const pages = usePages<HistoryPage, { readonly startedAt: string; readonly id: string }>(
    ['history', 'search', 'pages', filter],
    (after) => api.history.search({ ...filter, after, limit: historyPageSize }),
    (page) => {
      const last = page.attempts.at(-1);
      return page.more && last !== undefined ? { startedAt: last.startedAt, id: last.id } : null;
    },
  );
  return { ...pages, attempts: pages.pages.flatMap((page) => page.attempts) };
}
