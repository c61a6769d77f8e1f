/** How far the signed-in operator sees into the recorded payments, for the words of empty lists. */
import type { Reach } from '#shared/seat/reach.ts';
import { useCall } from './api.ts';

/** Returns `all`, of which the screens say nothing, until main has answered. */
export const useReach = (): Reach => useCall('history', 'reach', undefined).data ?? 'all';
