/** Asks main which of the marked holds can't be captured, so that the review says so before anything is sent. */
import { useDebouncedValue } from '@mantine/hooks';
import { useMemo } from 'react';
import { batchLimit, heldAmount, type AskedCapture, type BlockedHold, type Hold } from '#shared/ledger/holds.ts';
import { useCall } from '#renderer/session/api.ts';

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
