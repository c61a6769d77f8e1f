/** Layout of the Charge form: the fields of the table of payment fields, with the card and the choices among them. */
import type { PaymentField } from '#shared/payments/field-kinds.ts';
import { formFields, paymentFields, type FormField } from '#shared/payments/payment-fields.ts';

type Place = Exclude<PaymentField['form'], string>;

/** Places of the card's fields and the choices, which are not in the table of payment fields. */
const cardAndChoices = {
  cardNumber: { section: 'payment', order: 30, columns: 12 },
  expiry: { section: 'payment', order: 31, columns: 6 },
  securityCode: { section: 'payment', order: 32, columns: 6 },
  taxRate: { section: 'more', order: 19, columns: 5 },
} as const satisfies Record<string, Place>;

/** Every field of the form; custom fields count as one. */
export type PlacedField = FormField | keyof typeof cardAndChoices;
/** Fields that can have an issue: every rate is valid, and custom fields are checked one by one. */
export type CheckedField = Exclude<PlacedField, 'taxRate' | 'customFieldValues'>;

export interface PlacedAt extends Place {
  readonly name: PlacedField;
}

const keyed = formFields.map((name) => ({ name, ...paymentFields[name].form }));
const card = (Object.keys(cardAndChoices) as readonly (keyof typeof cardAndChoices)[]).map((name) => ({
  name,
  ...cardAndChoices[name],
}));

export type Section = Place['section'];
const sections: readonly Section[] = ['payment', 'more'];

/** Every field, in the order in which callers say them. */
export const layout: readonly PlacedAt[] = [...keyed, ...card].toSorted(
  (one, other) => sections.indexOf(one.section) - sections.indexOf(other.section) || one.order - other.order,
);

/** Returns how many of the 24 columns a field takes. A custom field is as wide as `customFieldValues`. */
export const columnsOf = (name: PlacedField): number => layout.find((placed) => placed.name === name)?.columns ?? 24;

/** True for a field of the section “more fields”. */
export const isMore = (name: PlacedField): boolean =>
  layout.some((placed) => placed.name === name && placed.section === 'more');
