/** Columns of the recorded keyed fields, with conversions to and from rows. */
import { LedgerUnavailable, type NewAttempt } from '#electron/core/ports/ledger.ts';
import type {
  DetailField,
  KeptField,
  KeptFields,
  KindOf,
  ListedField,
  RecordedValue,
} from '#shared/payments/payment-fields.ts';

export const fieldColumns = {
  amount: 'amount',
  taxAmount: 'tax_amount',
  firstName: 'first_name',
  lastName: 'last_name',
  email: 'email',
  phone: 'phone',
  address: 'address',
  concept: 'concept',
  description: 'description',
  ipCheck: 'ip_check',
  lang: 'lang',
  customFieldValues: 'custom_fields',
} as const satisfies Record<KeptField, string>;

/** A list is stored as JSON. */
type StoredValue<Name extends KeptField> = KindOf<Name> extends 'custom-fields' ? string : RecordedValue<Name>;
/** The columns of the keyed fields with the types of their values. */
export type FieldColumns = { readonly [Name in KeptField as (typeof fieldColumns)[Name]]: StoredValue<Name> };

/** Reads a stored JSON text. @throws LedgerUnavailable `corrupt` for a text that is not JSON */
export function storedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new LedgerUnavailable('corrupt', 'A row of the record is damaged.', { cause: error });
  }
}

const noItems: readonly never[] = [];
const itemsOf = (text: string) => (text === '[]' ? noItems : (storedJson(text) as KeptFields['customFieldValues']));

/** Reads the keyed fields of lists. Written out for speed, because a page reads them for each row. */
export const listedFields = (row: FieldColumns): Pick<KeptFields, ListedField> => ({
  amount: row.amount,
  taxAmount: row.tax_amount,
  firstName: row.first_name,
  lastName: row.last_name,
  email: row.email,
  phone: row.phone,
  address: row.address,
  concept: row.concept,
  description: row.description,
  customFieldValues: itemsOf(row.custom_fields),
});

/** Reads the keyed fields that only the details show. */
export const detailFields = (row: FieldColumns): Pick<KeptFields, DetailField> => ({
  ipCheck: typeof row.ip_check === 'string' ? row.ip_check : null,
  lang: row.lang,
});

/** The columns of a new row. */
export const storedFields = (attempt: NewAttempt): FieldColumns => ({
  amount: attempt.amount,
  tax_amount: attempt.taxAmount,
  first_name: attempt.firstName,
  last_name: attempt.lastName,
  email: attempt.email,
  phone: attempt.phone,
  address: attempt.address,
  concept: attempt.concept,
  description: attempt.description,
  ip_check: attempt.ipCheck,
  lang: attempt.lang,
  custom_fields: JSON.stringify(attempt.customFieldValues),
});
