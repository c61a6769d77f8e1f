/** The batch of this seat: started here, followed by its events, kept while other screens are shown. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Failure } from '#shared/failure.ts';
import type { BatchProgress } from '#shared/ledger/holds.ts';
import type { CaptureDraft } from '#shared/payments/attempt.ts';
import { api, useMainEvent } from '#renderer/session/api.ts';
import { newId } from '#shared/new-id.ts';

const batchKey = ['batch'] as const;

export interface RunningBatch {
  readonly progress: BatchProgress | null;
  readonly stopping: boolean;
  readonly failure: Failure | null;
  readonly start: (captures: readonly CaptureDraft[]) => void;
  readonly stop: () => void;
  /** Shows the results of a batch that ended before. */
  readonly show: (progress: BatchProgress) => void;
  readonly clear: () => void;
}

export function useBatch(): RunningBatch {
  const client = useQueryClient();
  const { data: progress } = useQuery<BatchProgress | null>({
    queryKey: batchKey,
    queryFn: () => null,
    enabled: false,
    initialData: null,
    gcTime: Infinity,
  });
  const [stoppingId, setStoppingId] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const keep = (next: BatchProgress | null): void => {
    client.setQueryData(batchKey, next);
  };
  useMainEvent('holds.batch', (next) => {
    const current = client.getQueryData<BatchProgress | null>(batchKey);
    // A late event never takes the place of the final answer.
    if (current?.batchId === next.batchId && current.finished && !next.finished) return;
    keep(next);
  });

  const start = (captures: readonly CaptureDraft[]): void => {
    const batchId = newId();
    setFailure(null);
    keep({
      batchId,
      finished: false,
      rows: captures.map(({ holdId, amount }) => ({
        holdId,
        amount,
        status: 'waiting',
        skipReason: null,
        attempt: null,
      })),
    });
    void api.holds.captureMany({ batchId, captures }).then((result) => {
      if (result.ok) {
        keep(result.value);
        return;
      }
      setFailure(result.failure);
      // Without one event nothing was started, so there are no results to show.
      const current = client.getQueryData<BatchProgress | null>(batchKey);
      if (current?.batchId === batchId && current.rows.every((row) => row.status === 'waiting')) keep(null);
    });
  };
  const stop = (): void => {
    if (progress === null) return;
    setStoppingId(progress.batchId);
    void api.holds.stopBatch({ batchId: progress.batchId });
  };
  return {
    progress,
    stopping: progress !== null && stoppingId === progress.batchId,
    failure,
    start,
    stop,
    show: (past) => {
      setFailure(null);
      keep(past);
    },
    clear: () => {
      setFailure(null);
      keep(null);
    },
  };
}
