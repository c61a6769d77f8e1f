/** The id of a new merchant: the same on every seat, because seats that share a ledger find each other's merchants by it. */
import type { Merchant } from '#shared/seat/merchant.ts';
import { createHash } from 'node:crypto';

/**
 * A hold names the merchant that made it, and its capture, perhaps on another seat, speaks for the merchant of that id; the
 * duplicate guard compares by it too. Seats make their merchants apart from one another, so the id follows from what they
 * agree on: environment and name. It stays when the name changes later, since holds refer to it.
 */
export function merchantIdFor({ environment, name }: Pick<Merchant, 'environment' | 'name'>): string {
  const agreed = JSON.stringify([environment, name.trim().normalize('NFC').toLowerCase()]);
  return `${environment}-${createHash('sha256').update(agreed).digest('hex').slice(0, 32)}`;
}
