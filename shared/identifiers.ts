/** Identifiers and instants as the bridge and the ledger carry them. */
import { z } from 'zod';
import { boundedText } from './bounded-text.ts';

/** UUID version 7, which sorts by creation time. */
export const idSchema = boundedText(36).check(z.uuid());
/** UTC, ISO 8601 with milliseconds and `Z`. */
export const instantSchema = boundedText(24).check(z.iso.datetime({ precision: 3 }));
/** Id of a merchant, made from its name. */
export const merchantIdSchema = boundedText(60).min(1);
