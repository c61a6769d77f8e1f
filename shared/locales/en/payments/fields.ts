/** English: the keyed fields of a payment, on every screen and in exports. */
import type { FieldWords } from '#shared/locales/field-words.ts';

export const fields = {
  amount: {
    label: 'Amount',
    required: 'Enter the amount.',
    fact: 'Asked',
    heading: 'Amount',
    sought: 'amount',
  },
  taxAmount: {
    label: 'ITBMS {{rate}} %',
    required: 'Choose a rate or enter the ITBMS; 0 if there is none.',
    fact: 'Includes ITBMS',
    heading: 'ITBMS',
  },
  firstName: { label: 'First name', required: 'Enter the first name.', heading: 'First name', sought: 'name' },
  lastName: { label: 'Last name', required: 'Enter the last name.', heading: 'Last name', sought: 'name' },
  email: {
    label: 'E-mail',
    required: 'Enter the e-mail.',
    fact: 'E-mail',
    heading: 'E-mail',
    sought: 'e-mail',
  },
  phone: {
    label: 'Phone',
    required: 'Enter the phone.',
    fact: 'Phone',
    heading: 'Phone',
    sought: 'phone',
  },
  address: { label: 'Address', fact: 'Address', heading: 'Address' },
  concept: {
    label: 'Concept',
    required: 'Say what it is for.',
    fact: 'Concept',
    heading: 'Concept',
    sought: 'concept',
  },
  description: {
    label: 'Description',
    required: 'Describe it.',
    fact: 'Description',
    heading: 'Description',
    sought: 'description',
  },
  ipCheck: { fact: 'Buyer IP' },
  lang: { fact: 'Language' },
  deviceSession: {},
  customFieldValues: { heading: 'Custom fields', sought: 'custom fields' },
} as const satisfies FieldWords;
