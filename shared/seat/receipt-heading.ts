/** Texts that a merchant prints on its receipts besides its name: address, telephone, tax number and a note at the foot. */
import type { z } from 'zod';
import { boundedText } from '#shared/bounded-text.ts';
import { textLimits } from '#shared/text-limits.ts';
import { keptNote } from '#shared/payments/field-schemas.ts';
import { holdsCardNumber } from '#shared/payments/texts/card-numbers.ts';

/** Most lines of the address, and of the note. A receipt of 58 mm has about 32 characters a line. */
export const receiptLines = 6;

/** Message of a text with too many lines. */
export const tooManyLines = 'too-many-lines';

const hasFewLines = (text: string): boolean => text.split('\n').length <= receiptLines;
const fewLines = { error: tooManyLines } as const;

/**
 * A tax number of Panama (RUC) with its check digits. The digits of one in ten older ones pass for a card number, but no
 * card is written in these groups.
 */
const taxNumberForm = /^\d{1,9}-\d{1,4}-\d{1,7}(?:\s*D\.?V\.?\s*\d{1,2})?$/i;
const groupsOfCard = /^\d{4}-\d{4}-/;
const isTaxNumber = (text: string): boolean => taxNumberForm.test(text) && !groupsOfCard.test(text);

/** The heading as stored. */
export const receiptHeadingSchemas = {
  receiptAddress: boundedText(textLimits.receiptAddress).refine(hasFewLines, fewLines),
  receiptPhone: boundedText(textLimits.receiptPhone),
  taxId: boundedText(textLimits.taxId),
  receiptNote: boundedText(textLimits.receiptNote).refine(hasFewLines, fewLines),
} as const satisfies Readonly<Record<string, z.ZodType<string>>>;

/** The heading as keyed, without card numbers, because it is printed with every payment. */
export const keyedReceiptHeading = {
  receiptAddress: keptNote(textLimits.receiptAddress).refine(hasFewLines, fewLines).default(''),
  receiptPhone: keptNote(textLimits.receiptPhone).default(''),
  taxId: boundedText(textLimits.taxId)
    .refine((text) => isTaxNumber(text.trim()) || !holdsCardNumber(text), { error: 'card-number-here' })
    .default(''),
  receiptNote: keptNote(textLimits.receiptNote).refine(hasFewLines, fewLines).default(''),
} as const;
