/** What is typed of a payment, as it is kept over a restart: texts as keyed. Never a card number, an expiry or a code. */
import { z } from 'zod';
import { instantSchema, merchantIdSchema } from '#shared/identifiers.ts';
import { fieldLimits } from '#shared/payments/field-limits.ts';
import { cardOperations } from '#shared/payments/operations.ts';
import { formFields, paymentFields, type FormField, type KindOf } from '#shared/payments/payment-fields.ts';
import { seeksCardNumber } from '#shared/texts/card-numbers.ts';
import { numberText, storable } from '#shared/texts/text-kinds.ts';

/** Fields that are kept as texts. */
export type KeptText = { [Name in FormField]: KindOf<Name> extends 'custom-fields' ? never : Name }[FormField];
export const keptTexts = formFields.filter((name): name is KeptText => paymentFields[name].kind !== 'custom-fields');

const longest = 300;
const keptText = (max: number): z.ZodString => numberText(max, seeksCardNumber).overwrite(storable);

/** True for a text that may be kept: neither too long nor a card number, nor the beginning of one. */
export const mayBeKept = (text: string): boolean => text.length <= longest && !seeksCardNumber(text);

export const keptDraftSchema = z.strictObject({
  operation: z.enum(cardOperations),
  /** Fields that differ from those of an empty form. */
  texts: z.partialRecord(z.enum(keptTexts), keptText(longest)),
  customFields: z
    .array(z.strictObject({ id: keptText(fieldLimits.customFieldText), value: keptText(longest) }).readonly())
    .max(paymentFields.customFieldValues.max)
    .readonly(),
});
export type KeptDraft = z.infer<typeof keptDraftSchema>;

/** The drafts on disk. */
export const storedDraftsSchema = z.strictObject({
  drafts: z
    .array(
      z
        .strictObject({
          operatorName: z.string(),
          merchantId: merchantIdSchema,
          environment: z.string(),
          keptAt: instantSchema,
          draft: keptDraftSchema,
        })
        .readonly(),
    )
    .readonly(),
});
export type StoredDrafts = z.infer<typeof storedDraftsSchema>;

export const offeredDraftSchema = z.strictObject({ keptAt: instantSchema, draft: keptDraftSchema });
export type OfferedDraft = z.infer<typeof offeredDraftSchema>;
