/**
 * The keyed fields of a payment, each described once (service document, sections 2.1, 2.3 and 8). The schemas, both wire bodies,
 * the training gateway's checks, the ledger's columns, search, export, the Charge form, the details panel and their words derive
 * from this table. The card is not in it, because card data is never handled like text (see `card.ts`).
 *
 * The order of the table is the order of the JSON body and of every list of recorded fields.
 */
import type { FieldKinds, PaymentField, WireField } from './field-kinds.ts';
import type { Family } from './outcome.ts';
import type { Operation } from './operations.ts';

const later = { capture: 'not sent', void: 'not sent', refund: 'not sent', recharge: 'not sent' } as const;
/** Fields of the card's owner, which the service has from the first payment when it charges the card again. */
const withCard = { authorize: 'required', sell: 'required', ...later } as const;
const required = { ...withCard, recharge: 'required' } as const;
const optional = { authorize: 'optional', sell: 'optional', ...later, recharge: 'optional' } as const;
const always = { ...required, capture: 'required', void: 'required', refund: 'required' } as const;

const said = {
  kept: 'in lists',
  ofLater: 'the earlier attempt',
  searched: 'words',
  exported: 'text',
  shown: 'in summary and details',
} as const;
/** A setting of the merchant, or what the machine finds out, which nobody keys. */
const unkeyed = {
  ofLater: 'nowhere',
  searched: 'not searched',
  exported: 'not exported',
  form: 'not on the form',
} as const;

export const paymentFields = {
  amount: {
    kind: 'amount',
    max: null,
    required: true,
    wire: {
      json: { name: 'amount', presence: always },
      form: { name: 'CMTN', presence: { ...required, capture: 'required' } },
    },
    kept: 'in lists',
    ofLater: 'the draft',
    searched: 'amount',
    exported: 'amount',
    shown: 'in summary and details',
    form: { section: 'payment', order: 10, columns: 12 },
  },
  /** ITBMS within the amount. Family B has no such field. */
  taxAmount: {
    kind: 'tax',
    max: null,
    required: true,
    wire: { json: { name: 'taxAmount', presence: required }, form: 'not sent' },
    kept: 'in lists',
    ofLater: 'nowhere',
    searched: 'not searched',
    exported: 'amount',
    shown: 'in summary and details',
    form: { section: 'more', order: 20, columns: 4 },
  },
  firstName: {
    kind: 'name',
    max: 25,
    required: true,
    wire: {
      json: { name: 'firstName', place: 'cardInformation', presence: withCard },
      form: { name: 'Name', presence: required },
    },
    ...said,
    form: { section: 'payment', order: 40, columns: 5 },
  },
  lastName: {
    kind: 'name',
    max: 25,
    required: true,
    wire: {
      json: { name: 'lastName', place: 'cardInformation', presence: withCard },
      form: { name: 'LastName', presence: required },
    },
    ...said,
    form: { section: 'payment', order: 50, columns: 6 },
  },
  email: {
    kind: 'email',
    max: 100,
    required: true,
    wire: { json: { name: 'email', presence: required }, form: { name: 'Email', presence: required } },
    ...said,
    form: { section: 'payment', order: 60, columns: 8 },
  },
  phone: {
    kind: 'phone',
    max: 16,
    required: true,
    wire: { json: { name: 'phone', presence: required }, form: { name: 'Tel', presence: required } },
    ...said,
    searched: 'reference',
    form: { section: 'payment', order: 70, columns: 5 },
  },
  address: {
    kind: 'text',
    max: 100,
    required: false,
    wire: { json: { name: 'address', presence: optional }, form: { name: 'Address', presence: optional } },
    ...said,
    searched: 'not searched',
    shown: 'in details',
    form: { section: 'more', order: 30, columns: 12 },
  },
  concept: {
    kind: 'text',
    max: 100,
    required: true,
    wire: { json: { name: 'concept', presence: required }, form: 'not sent' },
    ...said,
    form: { section: 'payment', order: 20, columns: 24 },
  },
  description: {
    kind: 'text',
    max: 150,
    required: true,
    wire: {
      json: { name: 'description', presence: always },
      // The one known client of CAPT sends no description (field notes).
      form: { name: 'CDSC', presence: { ...required, capture: 'tolerated' } },
    },
    kept: 'in lists',
    ofLater: 'the draft',
    searched: 'words',
    exported: 'text',
    shown: 'in details',
    form: { section: 'more', order: 10, columns: 8 },
  },
  /** Address of the buyer, analysed for fraud. The merchant's setting, because nobody can say it on the telephone. */
  ipCheck: {
    kind: 'ipv4',
    max: null,
    required: false,
    wire: { json: { name: 'ipCheck', presence: optional }, form: 'not sent' },
    ...unkeyed,
    kept: 'in details',
    shown: 'in details',
  },
  /** The merchant's setting, like the address of the buyer. */
  lang: {
    kind: 'lang',
    max: null,
    required: false,
    wire: { json: { name: 'lang', presence: optional }, form: 'not sent' },
    ...unkeyed,
    kept: 'in details',
    shown: 'in details',
  },
  /** A field of AUTH only (section 4.1). Main adds the collector's, because nobody can key one. */
  deviceSession: {
    kind: 'device-session',
    // Generous, because the service gives no limit.
    max: 200,
    required: false,
    wire: {
      json: {
        name: 'additionalData',
        place: 'after the card',
        presence: { ...optional, sell: 'not sent', recharge: 'not sent' },
      },
      form: 'not sent',
    },
    ...unkeyed,
    kept: 'not kept',
    shown: 'not shown',
  },
  /** The merchant's own fields, under the merchant's labels. */
  customFieldValues: {
    kind: 'custom-fields',
    max: 20,
    required: false,
    wire: {
      json: { name: 'customFieldValues', presence: { ...optional, void: 'optional', refund: 'optional' } },
      form: 'not sent',
    },
    kept: 'in lists',
    ofLater: 'nowhere',
    searched: 'words',
    exported: 'text',
    shown: 'in details',
    form: { section: 'more', order: 90, columns: 12 },
  },
} as const satisfies Readonly<Record<string, PaymentField>>;

type Table = typeof paymentFields;
export type PaymentFieldName = keyof Table;
export type KindOf<Name extends PaymentFieldName> = Table[Name]['kind'];
/** Value of a field as drafts and requests carry it. */
export type FieldValue<Name extends PaymentFieldName> = FieldKinds[KindOf<Name>];

/** Names of the fields with this value in a column. */
export type FieldsWith<Key extends keyof PaymentField, Value> = {
  [Name in PaymentFieldName]: Table[Name][Key] extends Value ? Name : never;
}[PaymentFieldName];
type FieldsWithout<Key extends keyof PaymentField, Value> = Exclude<PaymentFieldName, FieldsWith<Key, Value>>;

export type KeptField = FieldsWithout<'kept', 'not kept'>;
export type ListedField = FieldsWith<'kept', 'in lists'>;
/** Recorded, but read only with the details of one attempt. */
export type DetailField = FieldsWith<'kept', 'in details'>;
export type RequiredField = FieldsWith<'required', true>;
export type CaptureField = FieldsWith<'ofLater', 'the draft'>;
export type SearchedField = FieldsWithout<'searched', 'not searched'>;
export type ExportedField = FieldsWithout<'exported', 'not exported'>;
export type ShownField = FieldsWithout<'shown', 'not shown'>;
export type SummaryField = FieldsWith<'shown', 'in summary and details'>;
export type FormField = FieldsWithout<'form', 'not on the form'>;
export type FormKind = KindOf<FormField>;
export type SentField<Of extends Family> = {
  [Name in PaymentFieldName]: Table[Name]['wire'][Of] extends WireField ? Name : never;
}[PaymentFieldName];

export const fieldNames = Object.keys(paymentFields) as readonly PaymentFieldName[];

/** Returns the fields with one of these values in a column, in the order of the table. */
export const fieldsWith = <Key extends keyof PaymentField, const Value extends PaymentField[Key]>(
  key: Key,
  ...values: readonly Value[]
) =>
  fieldNames.filter((name): name is FieldsWith<Key, Value> => {
    const field: PaymentField = paymentFields[name];
    return (values as readonly PaymentField[Key][]).includes(field[key]);
  });

export const keptFields: readonly KeptField[] = fieldsWith('kept', 'in lists', 'in details');
export const searchedFields: readonly SearchedField[] = fieldsWith('searched', 'words', 'reference', 'amount');
export const exportedFields: readonly ExportedField[] = fieldsWith('exported', 'text', 'amount');
export const shownFields: readonly ShownField[] = fieldsWith('shown', 'in summary and details', 'in details');
export const summaryFields: readonly SummaryField[] = fieldsWith('shown', 'in summary and details');
export const formFields = fieldNames.filter(
  (name): name is FormField => (paymentFields[name] as PaymentField).form !== 'not on the form',
);
export const captureFields: readonly CaptureField[] = fieldsWith('ofLater', 'the draft');

/** Returns a family's wire field for an operation; null when our requests do not carry it. */
export function wireField(name: PaymentFieldName, family: Family, operation: Operation): WireField | null {
  const wire: WireField | 'not sent' = paymentFields[name].wire[family];
  if (wire === 'not sent') return null;
  const presence = wire.presence[operation];
  return presence === 'not sent' || presence === 'tolerated' ? null : wire;
}

/** Value of a recorded field. Null in a capture or when it was never keyed; a list is empty instead. */
export type RecordedValue<Name extends PaymentFieldName> =
  | FieldValue<Name>
  | (KindOf<Name> extends 'custom-fields'
      ? never
      : Table[Name] extends { readonly required: false } | { readonly ofLater: 'nowhere' }
        ? null
        : never);

/** The recorded part of the keyed fields. */
export type KeptFields = { readonly [Name in KeptField]: RecordedValue<Name> };
