/** Words of each payment field, as required by the places where the table of payment fields shows it. */
import type { PaymentField } from '#shared/payments/field-kinds.ts';
import type { paymentFields, PaymentFieldName } from '#shared/payments/payment-fields.ts';

/** Custom fields bring their own labels; the names are shown as one customer. */
type HasOwnWords<Field extends PaymentField> = Field['kind'] extends 'name' | 'custom-fields' ? false : true;

type WordsOf<Field extends PaymentField> = (Field extends { form: 'not on the form' } | { kind: 'custom-fields' }
  ? unknown
  : {
      /** Label of the field on the Charge form. */
      readonly label: string;
    }) &
  (Field extends { required: true }
    ? {
        /** Message below the field while it is empty. */
        readonly required: string;
      }
    : unknown) &
  (HasOwnWords<Field> extends true
    ? Field extends { shown: 'not shown' }
      ? unknown
      : {
          /** Name of the row in the details panel, and in the summary beside the form. */
          readonly fact: string;
        }
    : unknown) &
  (Field extends { exported: 'not exported' }
    ? unknown
    : {
        /** Heading of the column in an export. */
        readonly heading: string;
      }) &
  (Field extends { searched: 'not searched' }
    ? unknown
    : {
        /** Name in the sentence about the search's coverage. Equal words are listed once. */
        readonly sought: string;
      });

/** One entry per field. A missing or unused word does not compile. */
export type FieldWords = { readonly [Name in PaymentFieldName]: WordsOf<(typeof paymentFields)[Name]> };
