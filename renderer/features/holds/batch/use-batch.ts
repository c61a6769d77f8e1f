/** The batch of this seat. It is started here, follows its events, and survives a change of screen and of operator. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, useMemo } from 'react';
import type { Failure } from '#shared/failure.ts';
import {
  heldAmount,
  namedHold,
  type AskedCapture,
  type BatchProgress,
  type BatchRow,
  type Hold,
  batchLimit,
  type BlockedHold,
} from '#shared/ledger/holds.ts';
import { api, callOptions, useCall, useMainEvent } from '#renderer/session/api.ts';
import { newId } from '#shared/new-id.ts';
import { useDebouncedValue } from '@mantine/hooks';

const batchKey = ['batch'] as const;
const unseen = callOptions('holds', 'unseenBatches', undefined);

/** An act that failed, and what that means for the batch where the failure does not say it. */
export interface FailedAct {
  readonly failure: Failure;
  readonly means: 'stopFailed' | 'cutOff' | null;
}

export type BatchDesk = ReturnType<typeof useBatch>;

/** Returns the batch as main has it; undefined where nothing of it is on the record, or that can't be read. */
async function reportOf(batchId: string): Promise<BatchProgress | undefined> {
  const found = await api.holds.unseenBatches();
  return found.ok ? found.value.find((each) => each.batchId === batchId) : undefined;
}

/** The batch that this window follows by its events, and those that main reports. */
function useFollowedBatch(mayCapture: boolean) {
  const client = useQueryClient();
  const { data: followed } = useQuery<BatchProgress | null>({
    queryKey: batchKey,
    queryFn: () => null,
    enabled: false,
    initialData: null,
    gcTime: Infinity,
  });
  // A running batch comes by events. Reading all its rows at each change of the history would only repeat them.
  const isRunning = followed !== null && !followed.finished;
  const reported = useCall('holds', 'unseenBatches', undefined, { enabled: mayCapture && !isRunning }).data ?? [];
  const current = (): BatchProgress | null => client.getQueryData<BatchProgress | null>(batchKey) ?? null;
  const keep = (next: BatchProgress | null): void => void client.setQueryData(batchKey, next);
  const readAgain = (): void => void client.invalidateQueries({ queryKey: unseen.queryKey });
  useMainEvent('holds.batch', (next) => {
    const known = current();
    // A late event must not replace the final answer, and a batch that another operator began does not hide results.
    if (known?.batchId === next.batchId ? known.finished && !next.finished : known !== null) return;
    keep(next);
    if (next.finished) readAgain();
  });
  const catchUp = useEffectEvent(async () => {
    if (!isRunning || !mayCapture) return;
    const batch = await reportOf(followed.batchId);
    if (batch?.finished === true) keep(batch);
  });
  // Behind another screen no event is heard, and the last one may have been among them.
  useEffect(() => void catchUp(), []);
  return {
    // The batch of another operator goes on while somebody works here who could not even leave its results.
    progress: mayCapture ? shownBatch(followed, reported) : null,
    reported,
    current,
    keep,
    readAgain,
    /** It is reported no more. */
    close: (closedId: string): void =>
      void client.setQueryData<BatchProgress[]>(unseen.queryKey, (all) =>
        all?.filter(({ batchId }) => batchId !== closedId),
      ),
  };
}

/** @param mayCapture false for an operator who sees no batches */
export function useBatch(mayCapture: boolean) {
  const { progress, reported, current, keep, readAgain, close } = useFollowedBatch(mayCapture);
  const [stoppingId, setStoppingId] = useState<string | null>(null);
  const [refused, setRefused] = useState<Failure | null>(null);
  const [failed, setFailed] = useState<FailedAct | null>(null);
  const clear = (next: BatchProgress | null): void => {
    setRefused(null);
    setFailed(null);
    keep(next);
  };

  /** Finds out what became of a batch whose answer is a failure. Without a batch on the record nothing was begun. */
  async function afterFailure(batchId: string, given: Failure): Promise<void> {
    const batch = await reportOf(batchId);
    const known = current();
    const begun = known?.batchId === batchId && known.rows.some(({ status }) => status !== 'waiting');
    if (batch === undefined && !begun) {
      keep(null);
      setRefused(given);
      return;
    }
    if (batch !== undefined) keep(batch);
    setFailed({ failure: given, means: batch === undefined ? 'cutOff' : null });
  }

  const start = (captures: readonly AskedCapture[], holds: readonly Hold[], onSent: () => void): void => {
    // The screen is drawn later than a key that bounces.
    if (current() !== null) return;
    const batchId = newId();
    clear({ batchId, startedAt: new Date().toISOString(), finished: false, rows: holds.map(waitingRow) });
    void api.holds.captureMany({ batchId, captures: [...captures] }).then((result) => {
      if (!result.ok) return afterFailure(batchId, result.failure);
      keep(result.value);
      readAgain();
      onSent();
      return undefined;
    });
  };
  return {
    /** The batch that is shown: running or ended. */
    progress,
    stopping: progress !== null && stoppingId === progress.batchId,
    /** Set when the batch was refused as a whole. Nothing of it was sent. */
    refused,
    /** Set when an act on the shown batch failed, or its outcome could not be read. */
    failed,
    /** Other batches whose results nobody has closed, oldest first. */
    others: reported.filter(({ batchId }) => batchId !== progress?.batchId),
    start,
    stop: () => {
      if (progress === null || stoppingId === progress.batchId) return;
      const { batchId } = progress;
      setStoppingId(batchId);
      void api.holds.stopBatch({ batchId }).then((result) => {
        if (result.ok) return;
        setStoppingId(null);
        setFailed({ failure: result.failure, means: 'stopFailed' });
      });
    },
    /** Shows the results of a batch that ended before. */
    show: (past: BatchProgress) => clear(past),
    /** Leaves the results. They stay reported. */
    leave: () => clear(null),
    /** Leaves the results, which are reported no more. */
    dismiss: () => {
      if (progress === null) return;
      const { batchId } = progress;
      void api.holds.dismissBatch({ batchId }).then((result) => {
        if (!result.ok) {
          setFailed({ failure: result.failure, means: null });
          return;
        }
        close(batchId);
        clear(null);
      });
    },
  };
}

/**
 * Returns the batch to show: the followed one, as main reports it once it has ended, because an answer may have been recorded
 * or resolved since. Without one, a batch that runs already is followed.
 */
function shownBatch(followed: BatchProgress | null, reported: readonly BatchProgress[]): BatchProgress | null {
  if (followed === null) return reported.find(({ finished }) => !finished) ?? null;
  if (!followed.finished) return followed;
  return reported.find(({ batchId, finished }) => finished && batchId === followed.batchId) ?? followed;
}

const waitingRow = (hold: Hold): BatchRow => ({
  holdId: hold.id,
  authorization: namedHold(hold.authorization),
  amount: heldAmount(hold.authorization),
  status: 'waiting',
  skipReason: null,
  attempt: null,
  unrecorded: null,
});

/** Pause after the last mark or key before the question, in ms. */
const pause = 150;

/** Returns the captures of a batch: each hold in full, with the common description or its own. */
export function capturesOf(holds: readonly Hold[], description: string): readonly AskedCapture[] {
  const common = description.trim();
  return holds.map(({ id, authorization }) => ({
    holdId: id,
    amount: heldAmount(authorization),
    description: common === '' ? authorization.description : common,
  }));
}

export function useBlocked(holds: readonly Hold[], description: string, mayCapture: boolean): readonly BlockedHold[] {
  const captures = useMemo(() => [...capturesOf(holds, description)], [holds, description]);
  const [asked] = useDebouncedValue(captures, pause);
  const { data } = useCall(
    'holds',
    'check',
    { captures: asked },
    { enabled: mayCapture && asked.length > 0 && asked.length <= batchLimit, keepPrevious: true },
  );
  return useMemo(() => {
    const marked = new Set(holds.map(({ id }) => id));
    return (data ?? []).filter(({ holdId }) => marked.has(holdId));
  }, [data, holds]);
}
