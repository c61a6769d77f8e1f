/** Keyed fields that the service accepts in an operation, from the table of payment fields, with checks for each kind. */
import { isIPv4 } from 'node:net';
import { z } from 'zod';
import { isObject, type JsonObject } from '#electron/documents/versioned-document.ts';
import { fieldLimits } from '#shared/payments/field-limits.ts';
import type { Family } from '#shared/payments/outcome.ts';
import { operationsOf, operationTable, type Operation, type TransactionType } from '#shared/payments/operations.ts';
import { langs, type FieldKind, type PaymentField, type WireField } from '#shared/payments/field-kinds.ts';
import { fieldNames, paymentFields, type PaymentFieldName } from '#shared/payments/payment-fields.ts';

export type JsonType = TransactionType<Operation, 'json'>;
export type FormType = TransactionType<Operation, 'form'>;
export const jsonTypes: readonly JsonType[] = operationsOf('json').map((name) => operationTable[name].types.json);
export const formTypes: readonly FormType[] = operationsOf('form').map((name) => operationTable[name].types.form);

/** A field as a request must carry it. */
export interface ExpectedField {
  readonly field: PaymentFieldName;
  readonly kind: FieldKind;
  readonly name: string;
  readonly place: WireField['place'];
  readonly required: boolean;
  /** Longest text in characters, or longest list in items. */
  readonly max: number;
}

/** Returns the fields that a family accepts in an operation, in the order of the table. No other may be sent. */
export const expectedFields = (family: Family, operation: Operation): readonly ExpectedField[] =>
  fieldNames.flatMap((field) => {
    const { kind, max, wire: families }: PaymentField = paymentFields[field];
    const wire = families[family];
    if (wire === 'not sent' || wire.presence[operation] === 'not sent') return [];
    const required = wire.presence[operation] === 'required';
    return [{ field, kind, name: wire.name, place: wire.place, required, max: max ?? Number.POSITIVE_INFINITY }];
  });

export const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= max;

export const objectOf = (value: unknown): JsonObject | null => (isObject(value) ? value : null);

const emailSchema = z.email();

/** Checks of a value by kind of field. Amounts are compared with the merchant's limits elsewhere. */
const checks: { readonly [Kind in FieldKind]: (value: unknown, max: number) => boolean } = {
  amount: () => true,
  tax: () => true,
  name: isText,
  text: isText,
  email: (value, max) => isText(value, max) && emailSchema.safeParse(value).success,
  phone: (value, max) => {
    // Section 2.1 calls it numeric, so a JSON number is accepted too.
    const digits = typeof value === 'number' ? String(value) : value;
    return typeof digits === 'string' && /^\d+$/.test(digits) && digits.length <= max;
  },
  ipv4: (value) => typeof value === 'string' && isIPv4(value),
  lang: (value) => (langs as readonly unknown[]).includes(value),
  // A single key with the session id, which deployments name differently (field notes).
  'device-session': (value, max) => {
    const values = Object.values(objectOf(value) ?? {});
    return values.length === 1 && isText(values[0], max);
  },
  'custom-fields': (value, max) => Array.isArray(value) && value.length <= max && value.every(isCustomField),
};

function isCustomField(item: unknown): boolean {
  const field = objectOf(item);
  return (
    field !== null &&
    Object.keys(field).toSorted().join() === 'id,nameOrLabel,value' &&
    Object.values(field).every((text) => typeof text === 'string' && text.length <= fieldLimits.customFieldText)
  );
}

/** Returns the first field with an invalid value. An optional field may be absent. */
export const firstWrong = (
  expected: readonly ExpectedField[],
  valueOf: (name: string) => unknown,
): ExpectedField | undefined =>
  expected.find(({ kind, name, required, max }) => {
    const value = valueOf(name);
    return value === undefined ? required : !checks[kind](value, max);
  });
