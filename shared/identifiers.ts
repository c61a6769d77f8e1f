/** Identifiers and instants as the bridge and the ledger carry them. */
import { z } from 'zod';
import { formedText, freeText } from '#shared/texts/text-kinds.ts';

/** UUID version 7, which sorts by creation time. */
export const idSchema = formedText(36).check(z.uuid());
/** UTC, ISO 8601 with milliseconds and `Z`. */
export const instantSchema = formedText(24).check(z.iso.datetime({ precision: 3 }));
/** Id of a merchant, made from its name. */
export const merchantIdSchema = freeText(60).min(1);
