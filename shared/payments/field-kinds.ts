/** Columns of the table of payment fields, and the kinds of fields. */
import type { MinorUnits } from './money.ts';
import type { Family } from './outcome.ts';
import type { Operation } from './operations.ts';

/** One item of `customFieldValues`. All strings (section 2.1). */
export interface CustomField {
  readonly id: string;
  readonly nameOrLabel: string;
  readonly value: string;
}

/** Languages of a transaction (section 2.1). */
export const langs = ['EN', 'ES'] as const;

/** Kinds of fields with the type of their value. The kind decides how a field is checked and written. */
export interface FieldKinds {
  readonly amount: MinorUnits;
  /** Part of the amount. May be zero. */
  readonly tax: MinorUnits;
  /** First and last name are shown as one. */
  readonly name: string;
  readonly text: string;
  readonly email: string;
  /** Digits only. */
  readonly phone: string;
  readonly ipv4: string;
  readonly lang: (typeof langs)[number];
  /** Session of the device fingerprint (section 4.5), under a key that the merchant names. */
  readonly 'device-session': string;
  readonly 'custom-fields': readonly CustomField[];
}
export type FieldKind = keyof FieldKinds;

/** Presence of the field in a request. `tolerated`: the service accepts it, but we don't send it. */
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
  /** True when every draft needs the field, whatever its family sends. A list may always be empty. */
  readonly required: boolean;
  readonly wire: Readonly<Record<Family, WireField | 'not sent'>>;
  /** Recorded fields come with lists of attempts or with the details only. They never accept a card number. */
  readonly kept: 'in lists' | 'in details' | 'not kept';
  /**
   * Source of the field in the record of an operation that refers to an earlier attempt. The buyer comes from that attempt, so that
   * one search finds both.
   */
  readonly ofLater: 'the draft' | 'the earlier attempt' | 'nowhere';
  /** `words` match by their beginning, `reference` also by its end, `amount` as a whole. */
  readonly searched: 'words' | 'reference' | 'amount' | 'not searched';
  readonly exported: 'text' | 'amount' | 'not exported';
  /** Rows of the summary beside the form, and of the details panel. */
  readonly shown: 'in summary and details' | 'in details' | 'not shown';
  /** Place on the Charge form, with `columns` out of 24. */
  readonly form:
    | { readonly section: 'payment' | 'more'; readonly order: number; readonly columns: number }
    | 'not on the form';
}
