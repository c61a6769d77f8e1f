/** The long work of this seat, kept current by main's events (live-data.tsx). */
import type { ShownWork } from '#shared/work/long-work.ts';
import type { WorkKind } from '#shared/seat/work-kinds.ts';
import { useCall } from '#renderer/session/api.ts';

const none: readonly ShownWork[] = [];

export const useLongWorks = (): readonly ShownWork[] => useCall('work', 'current', undefined).data ?? none;

/** Returns the work of these kinds: the one that runs, else the one that has ended; null for none. */
export function useLongWork(kinds: readonly WorkKind[]): ShownWork | null {
  const works = useLongWorks().filter(({ kind }) => kinds.includes(kind));
  return works.find(({ end }) => end === null) ?? works[0] ?? null;
}
