/** The facts of a payment in the summary column: names with their values. */
import type { ReactNode } from 'react';
import type { Attempt } from '#shared/payments/attempt.ts';
import type { Family } from '#shared/payments/outcome.ts';
import type { PaymentField } from '#shared/payments/field-kinds.ts';
import { paymentFields, summaryFields, type FieldsWith, type SummaryField } from '#shared/payments/payment-fields.ts';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { CardMark } from '#renderer/ui/texts/card-mark.tsx';
import { EmailText } from '#renderer/ui/texts/email-text.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { layout } from '#renderer/features/charge/form/form-layout.ts';
import type { PaymentFacts } from './payment-phase.ts';
import classes from './summary-column.module.css';

export function ColumnFrame({
  title,
  foot,
  children,
}: {
  readonly title: string;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <>
      <h2 className={classes.title}>{title}</h2>
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

export function FactList({ rows }: { readonly rows: readonly FactRow[] }) {
  return (
    <dl className={classes.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === '' || value === null ? <span className={classes.blank}>–</span> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

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

/** Fields that the summary joins into one row, the customer. */
type NameField = SummaryField & FieldsWith<'kind', 'name'>;
type RowField = Exclude<SummaryField, NameField | FieldsWith<'kind', 'amount'>>;
const isName = (field: SummaryField): field is NameField => paymentFields[field].kind === 'name';
const placeOf = (field: SummaryField): number => layout.findIndex(({ name }) => name === field);
const summaryInOrder = summaryFields
  .filter((field): field is RowField | NameField => paymentFields[field].kind !== 'amount')
  .toSorted((one, other) => placeOf(one) - placeOf(other));
const firstName = summaryInOrder.find(isName);

/** A payment as the summary reads it, keyed or recorded. */
interface SummarySource {
  readonly family: Family;
  readonly customer: string;
  readonly tax: ReactNode;
  readonly textOf: (field: RowField) => string;
}

/** Rows of the keyed fields in the order of the form. The amount is left out because it stands beside the card. */
export function keyedRows(t: Translate, { family, customer, tax, textOf }: SummarySource): readonly FactRow[] {
  return summaryInOrder.flatMap((field): readonly FactRow[] => {
    if (isName(field)) return field === firstName ? [[t('charge:summary.customer'), customer]] : [];
    const { kind, wire }: PaymentField = paymentFields[field];
    const name = t(`fields:${field}.summary`);
    // The form family has no field for the tax (section 2.3).
    if (kind === 'tax') return wire[family] === 'not sent' ? [] : [[name, tax]];
    const text = textOf(field);
    return [[name, kind === 'email' && text !== '' ? <EmailText key={field} email={text} /> : text]];
  });
}

/** Facts of a payment that has left the form: from its attempt, or from the submitted draft when there is no attempt. */
export function RecordedFacts({ facts, attempt }: { readonly facts: PaymentFacts; readonly attempt: Attempt | null }) {
  const { t } = useText();
  const formats = useFormats();
  const sign = attempt?.currencySign ?? facts.merchant.currencySign;
  const family = attempt?.family ?? facts.family;
  return (
    <FactList
      rows={[
        [t('charge:summary.merchant'), attempt?.merchantName ?? facts.merchant.name],
        [
          t('fields:amount.summary'),
          <Amount key="amount" value={attempt?.amount ?? facts.amount} currencySign={sign} />,
        ],
        [t('charge:summary.card'), <MaskedCard key="card" card={attempt?.card ?? facts.card} />],
        ...keyedRows(t, {
          family,
          customer: `${facts.firstName} ${facts.lastName}`,
          tax: <Amount value={facts.taxAmount} currencySign={sign} />,
          textOf: (field) => String(facts[field]),
        }),
        [t('charge:summary.sentAs'), t(`common:family.${family}`)],
        ...(attempt === null
          ? []
          : ([
              [t('charge:summary.time'), formats.moment(attempt.startedAt)],
              [t('charge:summary.operator'), attempt.operatorName],
              [t('charge:summary.seat'), attempt.seat],
            ] as const)),
      ]}
    />
  );
}
