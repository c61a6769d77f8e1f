/** Schemas of the keyed fields by kind: strict for a draft, lenient for the ledger, whose entries may be older than a limit. */
import { z } from 'zod';
import { boundedText, trimmedText } from '#shared/bounded-text.ts';
import { isCardNumberAsPhone } from './card.ts';
import { holdsCardNumber, seeksCardNumber } from './texts/card-numbers.ts';
import { fieldLimits } from './field-limits.ts';
import { amountSchema, taxAmountSchema } from './money.ts';
import { langs, type CustomField, type FieldKind, type FieldKinds, type PaymentField } from './field-kinds.ts';
import {
  fieldNames,
  paymentFields,
  type FieldValue,
  type KindOf,
  type PaymentFieldName,
  type RecordedValue,
  type RequiredField,
} from './payment-fields.ts';

export const langSchema = z.enum(langs);

const text = trimmedText;
/** Refuses a card number in a recorded text (PCI DSS 3.4.1), whatever a form let through. */
const noCardNumber = { error: 'card-number-here' } as const;
const lacksCardNumber = (value: string): boolean => !holdsCardNumber(value);
export const keptText = (max: number) => text(max).refine(lacksCardNumber, noCardNumber);
export const keptNote = (max: number) => boundedText(max).refine(lacksCardNumber, noCardNumber);

/** A text to search for. Refuses card numbers, and the beginning of one, because databases log their statements. */
export const searchText = (max: number) => boundedText(max).refine((value) => !seeksCardNumber(value), noCardNumber);

export const customFieldSchema = z
  .strictObject({
    id: text(fieldLimits.customFieldText),
    nameOrLabel: text(fieldLimits.customFieldText),
    value: boundedText(fieldLimits.customFieldText),
  })
  .readonly();

const keyedCustomFieldSchema = z
  .strictObject({
    id: keptText(fieldLimits.customFieldText),
    nameOrLabel: keptText(fieldLimits.customFieldText),
    value: keptNote(fieldLimits.customFieldText),
  })
  .readonly();
/** The custom fields of a merchant, as keyed in its settings. */
export const keyedCustomFieldsSchema = z
  .array(keyedCustomFieldSchema)
  .max(paymentFields.customFieldValues.max)
  .readonly();

type Schema<Value> = z.ZodType<Value, Value>;
type SchemasByKind = { readonly [Kind in FieldKind]: (max: number) => Schema<FieldKinds[Kind]> };

const draftSchemas: SchemasByKind = {
  amount: () => amountSchema,
  tax: () => taxAmountSchema,
  name: keptText,
  text: keptText,
  email: (max) => boundedText(max).check(z.email()).refine(lacksCardNumber, noCardNumber),
  phone: (max) =>
    boundedText(max)
      .regex(/^\d+$/)
      .refine((digits) => !isCardNumberAsPhone(digits), noCardNumber),
  ipv4: () => boundedText(15).check(z.ipv4()),
  lang: () => langSchema,
  // Opaque and not recorded. Its digits may look like a card number.
  'device-session': text,
  'custom-fields': (max) => z.array(keyedCustomFieldSchema).max(max).readonly(),
};

const recordSchemas: { readonly [Kind in FieldKind]: Schema<FieldKinds[Kind]> } = {
  amount: amountSchema,
  tax: taxAmountSchema,
  name: z.string(),
  text: z.string(),
  email: z.string(),
  phone: z.string(),
  ipv4: z.string(),
  lang: langSchema,
  'device-session': z.string(),
  'custom-fields': z.array<Schema<CustomField>>(customFieldSchema).readonly(),
};

export type DraftShape<Name extends PaymentFieldName> = {
  readonly [Each in Name]: Each extends RequiredField
    ? Schema<FieldValue<Each>>
    : KindOf<Each> extends 'custom-fields'
      ? Schema<FieldValue<Each>>
      : z.ZodOptional<Schema<FieldValue<Each>>>;
};
export type RecordShape<Name extends PaymentFieldName> = { readonly [Each in Name]: Schema<RecordedValue<Each>> };

/** Returns the members of an object schema for drafts. An optional field may be absent. */
export function draftShape<Name extends PaymentFieldName>(names: readonly Name[]): DraftShape<Name> {
  const members = names.map((name) => {
    const { kind, max, required }: PaymentField = paymentFields[name];
    const schema: z.ZodType = draftSchemas[kind](max ?? Number.MAX_SAFE_INTEGER);
    return [name, required || kind === 'custom-fields' ? schema : schema.optional()];
  });
  return Object.fromEntries(members) as DraftShape<Name>;
}

/** True when a recorded field may be null: it was not keyed, or the attempt is a capture. */
function mayBeNull(name: PaymentFieldName): boolean {
  const { kind, required, ofCapture }: PaymentField = paymentFields[name];
  return kind !== 'custom-fields' && (!required || ofCapture === 'nowhere');
}

/** Returns the members of an object schema for recorded attempts. */
export function recordShape<Name extends PaymentFieldName>(names: readonly Name[]): RecordShape<Name> {
  const members = names.map((name) => {
    const schema: z.ZodType = recordSchemas[paymentFields[name].kind];
    return [name, mayBeNull(name) ? schema.nullable() : schema];
  });
  return Object.fromEntries(members) as RecordShape<Name>;
}

/** The keyed fields of an authorization or a sale, without the card. */
export const paymentDetailsSchema = z.strictObject(draftShape(fieldNames));
