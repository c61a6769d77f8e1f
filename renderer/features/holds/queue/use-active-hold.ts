/** The active hold of the queue. Another screen may have led to one, which can be on a page that is not read. */
import { useMemo, useState } from 'react';
import type { Hold } from '#shared/ledger/holds.ts';
import { useCall } from '#renderer/session/api.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';

export function useActiveHold(holds: readonly Hold[]) {
  const { hold } = useNavigation().route;
  // Kept during visits to other screens, because their routes name no hold.
  const [visit] = useState(hold ?? null);
  const found = useCall('holds', 'find', { ids: visit === null ? [] : [visit.id] }, { enabled: visit !== null });
  const foundHold = found.data?.[0] ?? null;
  /** That hold is being read. No other one takes its place meanwhile. */
  const pending = visit !== null && found.isPending;
  const [activeId, setActiveId] = useState(visit?.id ?? null);
  /** The queue, led by the hold that another screen led to when it is not in it. */
  const rows = useMemo(
    () => (foundHold === null || holds.some(({ id }) => id === foundHold.id) ? holds : [foundHold, ...holds]),
    [holds, foundHold],
  );
  const chosen = rows.find(({ id }) => id === activeId);
  // A hold that another screen led to, and that is nowhere, is not replaced by one that nobody chose.
  const active = chosen ?? (visit !== null && activeId === visit.id ? null : (rows[0] ?? null));
  // The review of its capture opens at once.
  return { active, setActiveId, rows, pending, visited: visit !== null, capture: visit?.capture === true };
}
