/** Identifiers and instants as they cross the bridge and lie in the ledger. */
import { z } from 'zod';

/** UUID version 7: sorts by the time it was made. */
export const idSchema = z.uuid();
/** UTC, ISO 8601 with milliseconds and `Z`. */
export const instantSchema = z.iso.datetime({ precision: 3 });
