/** Comparison of the chosen days with the service's own records: asked by hand, kept while the same days are shown. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { FiguresQuery } from '#shared/reports/figures.ts';
import { daysBetween } from '#shared/local-day.ts';
import { mostReconciledDays, type Reconciliation } from '#shared/reports/reconciliation.ts';
import { useAction } from '#renderer/session/api.ts';

export interface ReconciliationDesk {
  /** Of the days that are shown; null before it was asked for. */
  readonly result: Reconciliation | null;
  readonly isPending: boolean;
  readonly failure: Failure | null;
  /** There are more days than can be compared at once. */
  readonly tooLong: boolean;
  /** Undefined where the days of no single merchant are shown, or while they are being compared. */
  readonly start: (() => void) | undefined;
}

/** @param query null where the days can't be compared */
export function useReconciliation(query: FiguresQuery | null): ReconciliationDesk {
  const client = useQueryClient();
  const reconcile = useAction('reports', 'reconcile');
  const [compared, setCompared] = useState<{ readonly of: string; readonly result: Reconciliation } | null>(null);
  const of = JSON.stringify(query);
  const merchantId = query?.merchantId ?? null;
  const tooLong =
    query !== null && daysBetween(query.first, query.last, mostReconciledDays + 1).length > mostReconciledDays;
  return {
    result: compared?.of === of ? compared.result : null,
    isPending: reconcile.isPending,
    failure: reconcile.error?.failure ?? null,
    tooLong,
    start:
      query === null || merchantId === null || tooLong || reconcile.isPending
        ? undefined
        : () =>
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
