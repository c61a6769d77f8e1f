/** Identifiers and instants as the bridge and the ledger carry them. */
import { z } from 'zod';

/** UUID version 7, which sorts by creation time. */
export const idSchema = z.uuid();
/** UTC, ISO 8601 with milliseconds and `Z`. */
export const instantSchema = z.iso.datetime({ precision: 3 });
