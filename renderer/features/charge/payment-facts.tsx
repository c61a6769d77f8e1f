/** The facts of a payment in the summary column: names with their values. */
import type { ReactNode } from 'react';
import type { Attempt } from '#shared/payments/attempt.ts';
import { isCardNumberAsPhone } from '#shared/payments/card.ts';
import { holdsCardNumber } from '#shared/texts/card-numbers.ts';
import type { Family } from '#shared/payments/outcome.ts';
import type { PaymentField } from '#shared/payments/field-kinds.ts';
import { paymentFields, summaryFields, type FieldsWith, type SummaryField } from '#shared/payments/payment-fields.ts';
import { Amount, EmailText } from '#renderer/ui/texts/values.tsx';
import { CardMark } from '#renderer/ui/texts/card-mark.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { phoneText } from '#shared/words/phone-text.ts';
import { layout } from '#renderer/features/charge/form/form-layout.ts';
import type { PaymentFacts } from './payment-phase.ts';
import classes from './summary-column.module.css';
import { NamedValues } from '#renderer/ui/parts.tsx';

export function ColumnFrame({
  title,
  foot,
  children,
}: {
  /** Null while there is nothing to sum up. */
  readonly title: string | null;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <>
      {title !== null && <h2 className={classes.title}>{title}</h2>}
      {/* Without a button, the keyboard needs a stop to scroll by. */}
      <div
        className={classes.body}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={foot === undefined ? 0 : undefined}
      >
        {children}
      </div>
      {foot !== undefined && <div className={classes.foot}>{foot}</div>}
    </>
  );
}

export type FactRow = readonly [name: string, value: ReactNode];

export const FactList = ({ rows }: { readonly rows: readonly FactRow[] }) => (
  <div className={classes.facts}>
    <NamedValues of={rows.map(([name, value]) => ({ name, value }))} />
  </div>
);

/** `Visa •••• 7001` with the brand's mark. */
export function MaskedCard({ card }: { readonly card: NonNullable<Attempt['card']> }) {
  const { t } = useText();
  return (
    <span className={classes.card}>
      <CardMark brand={card.brand} decorative />
      {t(`common:brand.${card.brand}`)} <span className={classes.dots}>••••</span> {card.lastFour}
    </span>
  );
}

/** Keyed fields with a row of their own, in the order of the form. */
type RowField = Exclude<SummaryField, FieldsWith<'kind', 'amount' | 'name'>>;
type TaxField = RowField & FieldsWith<'kind', 'tax'>;
const isTax = (field: RowField): field is TaxField => paymentFields[field].kind === 'tax';
const placeOf = (field: SummaryField): number => layout.findIndex(({ name }) => name === field);
const rowFields = summaryFields
  .filter((field): field is RowField => !['amount', 'name'].includes(paymentFields[field].kind))
  .toSorted((one, other) => placeOf(one) - placeOf(other));

function isTelephone(text: string): boolean {
  const digits = text.replace(/\D/g, '');
  return digits.length <= paymentFields.phone.max && !isCardNumberAsPhone(digits);
}

/** Returns the rows of what is keyed beside amount, card and customer. An absent optional text has none. */
export const keyedRows = (
  t: Translate,
  family: Family,
  tax: ReactNode,
  texts: { readonly [Field in Exclude<RowField, TaxField>]?: string | undefined },
): readonly FactRow[] =>
  rowFields.flatMap((field): readonly FactRow[] => {
    const { kind, wire }: PaymentField = paymentFields[field];
    const name = t(`fields:${field}.fact`);
    // The form family has no field for the tax (section 2.3).
    if (isTax(field)) return wire[family] === 'not sent' ? [] : [[name, tax]];
    const text = texts[field] ?? '';
    // A card number that was keyed here by mistake stands in its field alone.
    if (text === '' || (kind === 'phone' ? !isTelephone(text) : holdsCardNumber(text))) return [];
    if (kind === 'email') return [[name, <EmailText key={field} email={text} />]];
    return [[name, kind === 'phone' ? phoneText(text) : text]];
  });

/** Facts of a payment that has left the form: from its attempt, or from the submitted draft when there is no attempt. */
export function RecordedFacts({ facts, attempt }: { readonly facts: PaymentFacts; readonly attempt: Attempt | null }) {
  const { t } = useText();
  const formats = useFormats();
  const sign = attempt?.currencySign ?? facts.merchant.currencySign;
  return (
    <FactList
      rows={[
        [t('label.merchant'), attempt?.merchantName ?? facts.merchant.name],
        // The result itself begins with the amount.
        [
          t('fields:amount.label'),
          attempt === null && <Amount key="amount" value={facts.amount} currencySign={sign} />,
        ],
        [t('label.card'), <MaskedCard key="card" card={attempt?.card ?? facts.card} />],
        [t('label.customer'), `${facts.firstName} ${facts.lastName}`],
        ...keyedRows(
          t,
          attempt?.family ?? facts.family,
          facts.taxAmount > 0 && <Amount value={facts.taxAmount} currencySign={sign} />,
          facts,
        ),
        [t('label.time'), attempt !== null && formats.moment(attempt.startedAt)],
        [t('label.operator'), attempt?.operatorName],
        [t('label.seat'), attempt?.seat],
      ]}
    />
  );
}
