/**
 * Marks the entries of this seat: the last 5 of the random bytes of an entry's id are a MAC of the entry. After a crash between an
 * entry and its link this tells the program's own entry from one that somebody has inserted.
 */
import { markDigits, type EventRow } from '#electron/ledger/events.ts';
import type { TrailKey } from './trail-key.ts';

/** Returns the id that marks this entry. */
export function markedId({ id, at, operator_name, seat, kind, facts }: EventRow, key: Pick<TrailKey, 'mark'>): string {
  const kept = id.slice(0, -markDigits);
  return kept + key.mark(JSON.stringify([kept, at, operator_name, seat, kind, facts]));
}

/** True when this seat's program has written the entry as it is. */
export const isMarked = (row: EventRow, key: Pick<TrailKey, 'mark'>): boolean => markedId(row, key) === row.id;
