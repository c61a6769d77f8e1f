/** Keyed fields of a request in order, compiled once from the table of payment fields instead of per payment. */
import type { Family } from '#shared/payments/outcome.ts';
import type { Operation } from '#shared/payments/operations.ts';
import type { FieldKind, FieldKinds, WireField } from '#shared/payments/field-kinds.ts';
import { paymentFields, wireField, type FieldValue, type PaymentFieldName } from '#shared/payments/payment-fields.ts';
import type { Merchant } from '#shared/seat/merchant.ts';

/** Writers of a family for each kind of field. Undefined leaves the field out. */
export type Writers<Written> = {
  readonly [Kind in FieldKind]: ((value: FieldKinds[Kind], merchant: Merchant) => Written | undefined) | 'not sent';
};

const same = (text: string): string => text;
/** Writers of the kinds whose values both families send as they are. */
export const asKeyed = { name: same, text: same, email: same, phone: same, ipv4: same, lang: same } as const;

/** Values of a request. Fields that were not keyed are absent. */
export type RequestValues = { readonly [Name in PaymentFieldName]?: FieldValue<Name> | undefined };

export interface RequestField<Written> {
  readonly name: string;
  readonly place: WireField['place'];
  readonly write: (values: RequestValues, merchant: Merchant) => Written | undefined;
}

/**
 * Returns the fields among `names` that a family's request carries.
 * @throws Error when the table sends a field of a kind that the family can't write
 */
export function requestFields<Written>(
  family: Family,
  operation: Operation,
  names: readonly PaymentFieldName[],
  writers: Writers<Written>,
): readonly RequestField<Written>[] {
  return names.flatMap((field) => {
    const wire = wireField(field, family, operation);
    if (wire === null) return [];
    const { kind } = paymentFields[field];
    const writer = writers[kind] as Writers<Written>['text'];
    if (writer === 'not sent') throw new Error(`The ${family} family can't write ${field}, a field of kind ${kind}.`);
    return [
      {
        name: wire.name,
        place: wire.place,
        write: (values, merchant) => {
          const value = values[field] as string | undefined;
          return value === undefined ? undefined : writer(value, merchant);
        },
      },
    ];
  });
}

/** Writes the fields that have a value, under their names on the wire. */
export function written<Written>(
  fields: readonly RequestField<Written>[],
  values: RequestValues,
  merchant: Merchant,
): Readonly<Record<string, Written>> {
  const body: Record<string, Written> = {};
  for (const { name, write } of fields) {
    const value = write(values, merchant);
    if (value !== undefined) body[name] = value;
  }
  return body;
}
