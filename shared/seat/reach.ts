/** How far each role sees into the recorded payments. Main enforces it, and screens say it where nothing was found. */
import { z } from 'zod';
import { oneDay } from '#shared/durations.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import { mayAct, type Role } from '#shared/role.ts';

/** All payments; everybody's of the last 30 days; only the operator's own. */
export const reachSchema = z.enum(['all', 'recent', 'own']);
export type Reach = z.infer<typeof reachSchema>;

/** Covers the longest window of the duplicate guard, so that each payment it names can be opened. */
export const recentDays = 30;

/**
 * One limiting merchant limits cashiers on the whole seat, because History spans merchants and a cashier may choose another one.
 */
export function reachOf(role: Role, merchants: readonly Pick<Merchant, 'ownPaymentsOnly'>[]): Reach {
  if (mayAct(role, 'back-office')) return 'all';
  return merchants.some(({ ownPaymentsOnly }) => ownPaymentsOnly) ? 'own' : 'recent';
}

/** Returns the first instant of the recent payments. @param now epoch milliseconds */
export const recentSince = (now: number): string => new Date(now - recentDays * oneDay).toISOString();
