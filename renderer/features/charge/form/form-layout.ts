/** Where each field stands on the Charge form: the keyed fields by their table, and the card and the choices among them. */
import type { PaymentField } from '#shared/payments/field-kinds.ts';
import { fieldNames, paymentFields, type FormField } from '#shared/payments/payment-fields.ts';

type Place = Exclude<PaymentField['form'], string>;

/** The card's fields and the choices, which the table of payment fields does not hold. */
const others = {
  cardNumber: { section: 'payment', order: 20, columns: 12 },
  expiry: { section: 'payment', order: 21, columns: 6 },
  securityCode: { section: 'payment', order: 22, columns: 6 },
  family: { section: 'more', order: 40, columns: 8 },
  brand: { section: 'more', order: 50, columns: 8 },
} as const satisfies Record<string, Place>;

/** Every field of the form; custom fields count as one. */
export type PlacedField = FormField | keyof typeof others;
/** Fields without a message of their own: every choice in them is right. */
type Choice = 'family' | 'lang';
/** Fields that can have an issue; custom fields have theirs one by one. */
export type CheckedField = Exclude<PlacedField, Choice | 'customFieldValues'>;

export interface PlacedAt extends Place {
  readonly name: PlacedField;
}

/** The keyed fields that the form has. */
export const formFields = fieldNames.filter(
  (name): name is FormField => (paymentFields[name] as PaymentField).form !== 'not on the form',
);
const keyed = formFields.map((name) => ({ name, ...paymentFields[name].form }));
const card = (Object.keys(others) as readonly (keyof typeof others)[]).map((name) => ({ name, ...others[name] }));

export type Section = Place['section'];
const sections: readonly Section[] = ['payment', 'more'];

/** Every field in the order in which a caller says them. */
export const layout: readonly PlacedAt[] = [...keyed, ...card].toSorted(
  (one, other) => sections.indexOf(one.section) - sections.indexOf(other.section) || one.order - other.order,
);

/** Columns of 24 that a field takes; a custom field takes those of its list. */
export const columnsOf = (name: PlacedField): number => layout.find((placed) => placed.name === name)?.columns ?? 24;

/** Whether the field is in the section that opens with more fields. */
export const isMore = (name: PlacedField): boolean =>
  layout.some((placed) => placed.name === name && placed.section === 'more');
