/** The keyed fields of one request, in order, compiled from the table of payment fields once and not per payment. */
import type { Family } from '#shared/payments/outcome.ts';
import type { Operation } from '#shared/payments/operations.ts';
import type { FieldKind, FieldKinds, WireField } from '#shared/payments/field-kinds.ts';
import { paymentFields, wireField, type FieldValue, type PaymentFieldName } from '#shared/payments/payment-fields.ts';
import type { Merchant } from '#shared/seat/merchant.ts';

/** How a family writes each kind of field; undefined leaves the field out. */
export type Writers<Written> = {
  readonly [Kind in FieldKind]: ((value: FieldKinds[Kind], merchant: Merchant) => Written | undefined) | 'not sent';
};

/** The values of a request; what was not keyed is absent. */
export type RequestValues = { readonly [Name in PaymentFieldName]?: FieldValue<Name> | undefined };

export interface RequestField<Written> {
  /** Name on the wire. */
  readonly name: string;
  readonly place: WireField['place'];
  readonly write: (values: RequestValues, merchant: Merchant) => Written | undefined;
}

/**
 * The fields among `names` that the request of a family carries.
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
