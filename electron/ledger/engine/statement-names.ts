/**
 * Names for the statements of payments and heartbeats, whose texts PostgreSQL is sent, and plans, once per connection: saves two
 * milliseconds of a payment, and most of the bytes of a heartbeat.
 */
import { createHash } from 'node:crypto';

const names = new Map<string, string>();

/**
 * Marks a statement as one that gets a name. Only for the few texts written in the ledger, because names are never dropped.
 * A name follows from its text, so that a pooler that mixes up connections can't run another statement under it.
 */
export function nameStatement(text: string): void {
  if (names.has(text)) return;
  names.set(text, `caja_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`);
}

/** Returns the name of a marked statement, or the empty name. */
export const nameOf = (text: string): string => names.get(text) ?? '';
