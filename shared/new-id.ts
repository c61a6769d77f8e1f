/** Makes identifiers: UUIDs of version 7 (RFC 9562), so that the ledger appends at the end of its index. */
import { v7 } from 'uuid';

/**
 * Makes an identifier that sorts after every earlier one of this process. `uuid` counts up within a millisecond and keeps
 * counting while the clock is behind the last identifier.
 */
export const newId = (): string => v7();
