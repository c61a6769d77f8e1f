/** Texts that a merchant prints on its receipts besides its name: address, telephone, tax number and a note at the foot. */
import type { z } from 'zod';
import { textLimits } from '#shared/text-limits.ts';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import { freeText, numberText } from '#shared/texts/text-kinds.ts';

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

/** Telephone numbers one after the other. The digits of one pair in ten pass for a card number, but no card is written in such parts. */
const arePhones = (text: string): boolean => text.split(/[,;/]/).every((part) => /^\D*(?:\d\D*){7,12}$/.test(part));

/** The heading, which is printed with every payment. */
export const receiptHeadingSchemas = {
  receiptAddress: freeText(textLimits.receiptAddress).refine(hasFewLines, fewLines),
  receiptPhone: numberText(textLimits.receiptPhone, (text) => !arePhones(text) && holdsCardNumber(text)),
  taxId: numberText(textLimits.taxId, (text) => !isTaxNumber(text.trim()) && holdsCardNumber(text)),
  receiptNote: freeText(textLimits.receiptNote).refine(hasFewLines, fewLines),
} as const satisfies Readonly<Record<string, z.ZodType<string>>>;
