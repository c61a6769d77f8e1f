/** Text of ours by which the service's records find a payment. */
import type { CustomField } from '#shared/payments/field-kinds.ts';
import { paymentFields } from '#shared/payments/payment-fields.ts';

/**
 * Returns the reference of an attempt, `CJ-` and ten hex digits. Its id ends in random bits, so that no two payments of a merchant
 * are likely to share one, and a record must agree in operation and amount too.
 */
export const ownReference = (attemptId: string): string =>
  `CJ-${attemptId.replaceAll('-', '').slice(-10).toUpperCase()}`;

const customFieldId = 'caja';

interface Referring {
  readonly description?: string;
  readonly customFieldValues?: readonly CustomField[];
}

/**
 * Returns the fields of a request with its reference: as a custom field, which the records can be asked for, and at the end of the
 * description. Where it would go beyond a limit, it is left out of that field.
 */
export function withReference<Fields extends Referring>(fields: Fields, attemptId: string): Fields {
  const reference = ownReference(attemptId);
  const { description, customFieldValues } = fields;
  const described = `${description ?? ''} | ${reference}`;
  const fits = described.length <= paymentFields.description.max;
  const items = customFieldValues ?? [];
  return {
    ...fields,
    ...(description !== undefined && fits ? { description: described } : {}),
    ...('customFieldValues' in fields && items.length < paymentFields.customFieldValues.max
      ? { customFieldValues: [...items, { id: customFieldId, nameOrLabel: 'Caja', value: reference }] }
      : {}),
  };
}
