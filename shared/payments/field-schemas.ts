/** Schemas of the keyed fields by kind: strict for a draft, lenient for the ledger, whose entries may be older than a limit. */
import { z } from 'zod';
import { textLimits } from '#shared/text-limits.ts';
import { isCardNumberAsPhone } from './card.ts';
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
import { formedText, freeText, nameText, numberText, opaqueText, readBack } from '#shared/texts/text-kinds.ts';

const langSchema = z.enum(langs);

const customFieldSchema = z
  .strictObject({
    id: nameText(fieldLimits.customFieldText),
    nameOrLabel: nameText(fieldLimits.customFieldText),
    value: freeText(fieldLimits.customFieldText),
  })
  .readonly();
export const customFieldsSchema = z.array(customFieldSchema).max(paymentFields.customFieldValues.max).readonly();

type Schema<Value> = z.ZodType<Value, Value>;
type SchemasByKind = { readonly [Kind in FieldKind]: (max: number) => Schema<FieldKinds[Kind]> };

const draftSchemas: SchemasByKind = {
  amount: () => amountSchema,
  tax: () => taxAmountSchema,
  name: nameText,
  text: nameText,
  email: (max) => freeText(max).check(z.email()),
  phone: (max) => numberText(max, isCardNumberAsPhone).regex(/^\d+$/),
  ipv4: () => formedText(textLimits.ipv4).check(z.ipv4()),
  lang: () => langSchema,
  'device-session': opaqueText,
  'custom-fields': () => customFieldsSchema,
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
  'custom-fields': z.array<Schema<CustomField>>(readBack(customFieldSchema)).readonly(),
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
  const { kind, required, ofLater }: PaymentField = paymentFields[name];
  return kind !== 'custom-fields' && (!required || ofLater === 'nowhere');
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
