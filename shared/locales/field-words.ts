/** The words that each keyed field of a payment needs, by where the table of payment fields says that it appears. */
import type { PaymentField } from '#shared/payments/field-kinds.ts';
import type { paymentFields, PaymentFieldName } from '#shared/payments/payment-fields.ts';

/** Custom fields bring labels of their own; the names are shown as one customer. */
type HasOwnWords<Field extends PaymentField> = Field['kind'] extends 'name' | 'custom-fields' ? false : true;

type WordsOf<Field extends PaymentField> = (Field extends { form: 'not on the form' } | { kind: 'custom-fields' }
  ? unknown
  : {
      /** Above the field of the Charge form. */
      readonly label: string;
    }) &
  (Field extends { required: true; kind: Exclude<PaymentField['kind'], 'tax'> }
    ? {
        /** Below the field while it is empty. */
        readonly required: string;
      }
    : unknown) &
  (HasOwnWords<Field> extends true
    ? (Field extends { shown: 'in summary and details' }
        ? {
            /** Name of the row in the summary beside the form. */
            readonly summary: string;
          }
        : unknown) &
        (Field extends { shown: 'not shown' }
          ? unknown
          : {
              /** Name of the row in the details panel. */
              readonly fact: string;
            })
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
        /** In the sentence that says what the search covers; equal words are said once. */
        readonly sought: string;
      });

/** One entry per field; a word that is missing, or that nothing shows, is a compile error. */
export type FieldWords = { readonly [Name in PaymentFieldName]: WordsOf<(typeof paymentFields)[Name]> };
