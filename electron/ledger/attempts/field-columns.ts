/** The columns of the keyed fields that the record keeps, and how a row holds their values. */
import { LedgerUnavailable, type NewAttempt } from '#electron/core/ports.ts';
import {
  fieldsWith,
  keptFields,
  paymentFields,
  type DetailField,
  type KeptField,
  type KeptFields,
  type KindOf,
  type ListedField,
  type RecordedValue,
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

/** Reads something that was written as JSON. @throws LedgerUnavailable `corrupt` for a text that nobody wrote */
export function storedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new LedgerUnavailable('corrupt', 'A row of the record is damaged.', { cause: error });
  }
}

const isList = (name: KeptField): boolean => paymentFields[name].kind === 'custom-fields';
const noItems: readonly never[] = [];

function readingOf(names: readonly KeptField[]) {
  const columns = names.map((name) => ({ name, column: fieldColumns[name], list: isList(name) }));
  return (row: FieldColumns): Readonly<Record<string, unknown>> => {
    const values: Record<string, unknown> = {};
    for (const { name, column, list } of columns) {
      const stored = row[column];
      values[name] = !list ? stored : stored === '[]' ? noItems : storedJson(String(stored));
    }
    return values;
  };
}

const readListed = readingOf(fieldsWith('kept', 'in lists'));
const readDetails = readingOf(fieldsWith('kept', 'in details'));

/** The keyed fields that every list of attempts shows. */
export const listedFields = (row: FieldColumns) => readListed(row) as Pick<KeptFields, ListedField>;

/** The keyed fields that only the details show. */
export const detailFields = (row: FieldColumns) => readDetails(row) as Pick<KeptFields, DetailField>;

/** The columns of a new row. */
export function storedFields(attempt: NewAttempt): FieldColumns {
  const columns: Record<string, unknown> = {};
  for (const name of keptFields) {
    columns[fieldColumns[name]] = isList(name) ? JSON.stringify(attempt[name]) : attempt[name];
  }
  return columns as unknown as FieldColumns;
}
