/** What an entry of the table of payment fields says, and the kinds of fields there are. */
import type { MinorUnits } from './money.ts';
import type { Family } from './outcome.ts';
import type { Operation } from './operations.ts';

/** One item of `customFieldValues`: all strings (section 2.1). */
export interface CustomField {
  readonly id: string;
  readonly nameOrLabel: string;
  readonly value: string;
}

/** Languages that a transaction can have (section 2.1). */
export const langs = ['EN', 'ES'] as const;
export type Lang = (typeof langs)[number];

/** How a field is checked and written, with the type of its value inside the program. */
export interface FieldKinds {
  readonly amount: MinorUnits;
  /** Part of the amount; may be zero. */
  readonly tax: MinorUnits;
  /** First and last name are shown as one. */
  readonly name: string;
  readonly text: string;
  readonly email: string;
  /** Digits only. */
  readonly phone: string;
  readonly ipv4: string;
  readonly lang: Lang;
  /** Session of the device fingerprint (section 4.5), under a key that the merchant names. */
  readonly 'device-session': string;
  readonly 'custom-fields': readonly CustomField[];
}
export type FieldKind = keyof FieldKinds;

/** Whether a request carries the field. `tolerated`: the service takes it, but we don't send it. */
export type Presence = 'required' | 'optional' | 'tolerated' | 'not sent';

export interface WireField {
  readonly name: string;
  /** Place in a JSON body other than the top level. */
  readonly place?: 'cardInformation' | 'after the card';
  readonly presence: Readonly<Record<Operation, Presence>>;
}

export interface PaymentField {
  readonly kind: FieldKind;
  /** Longest text in characters, or longest list in items (section 8); null where the kind itself limits the value. */
  readonly max: number | null;
  /** Whether a draft needs the field, whatever its family sends. A list may always be empty. */
  readonly required: boolean;
  readonly wire: Readonly<Record<Family, WireField | 'not sent'>>;
  /** Whether lists of attempts carry the field, or its details alone. What is kept takes no card number. */
  readonly kept: 'in lists' | 'in details' | 'not kept';
  /** Where the record of a capture has the field from; the buyer is the hold's, so that one search finds both. */
  readonly ofCapture: 'the draft' | 'the hold' | 'nowhere';
  /** `words` are found by how they begin, `reference` also by how it ends, `amount` as a whole. */
  readonly searched: 'words' | 'reference' | 'amount' | 'not searched';
  readonly exported: 'text' | 'amount' | 'not exported';
  /** Rows of the summary beside the form and of the details panel. */
  readonly shown: 'in summary and details' | 'in details' | 'not shown';
  /** Place on the Charge form; `columns` of 24. */
  readonly form:
    | { readonly section: 'payment' | 'more'; readonly order: number; readonly columns: number }
    | 'not on the form';
}
