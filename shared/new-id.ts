/** Makes identifiers: UUIDs of version 7 (RFC 9562), so that the ledger appends at the end of its index. */
import { v7 } from 'uuid';
import { holdsCardNumber } from './texts/card-numbers.ts';

/**
 * Makes an identifier that sorts after every earlier one of this process. `uuid` counts up within a millisecond and keeps
 * counting while the clock is behind the last identifier. One of 1,900 looks like a card number; it is passed over, because an
 * entry that names it could not be recorded.
 */
export function newId(): string {
  let id = v7();
  while (holdsCardNumber(id)) id = v7();
  return id;
}
