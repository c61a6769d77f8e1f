/** Comparison of the chosen days with the service's own records: asked by hand, kept while the same days are shown. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FiguresQuery } from '#shared/reports/figures.ts';
import { daysBetween } from '#shared/local-day.ts';
import { mostReconciledDays, type Reconciliation } from '#shared/reports/reconciliation.ts';
import { useAction } from '#renderer/session/api.ts';

export type ReconciliationDesk = ReturnType<typeof useReconciliation>;

/** @param query null where the days can't be compared */
export function useReconciliation(query: FiguresQuery | null) {
  const client = useQueryClient();
  const reconcile = useAction('reports', 'reconcile');
  const [compared, setCompared] = useState<{ readonly of: string; readonly result: Reconciliation } | null>(null);
  const of = JSON.stringify(query);
  const merchantId = query?.merchantId ?? null;
  const tooLong =
    query !== null && daysBetween(query.first, query.last, mostReconciledDays + 1).length > mostReconciledDays;
  return {
    /** Of the days that are shown; null before it was asked for. */
    result: compared?.of === of ? compared.result : null,
    isPending: reconcile.isPending,
    failure: reconcile.error?.failure ?? null,
    /** There are more days than can be compared at once. */
    tooLong,
    /** Undefined where the days of no single merchant are shown, or while they are being compared. */
    start:
      query === null || merchantId === null || tooLong || reconcile.isPending
        ? undefined
        : (): void =>
            reconcile.mutate(
              { ...query, merchantId },
              {
                onSuccess: (result) => {
                  if (result === null) return;
                  setCompared({ of, result });
                  // The close of the day says what the comparison said.
                  void client.invalidateQueries({ queryKey: ['reports', 'figures'] });
                },
              },
            ),
  };
}
