/** The facts of a payment in the summary column: names and values under each other. */
import type { ReactNode } from 'react';
import type { Attempt } from '#shared/payments/attempt.ts';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { CardMark } from '#renderer/ui/texts/card-mark.tsx';
import { EmailText } from '#renderer/ui/texts/email-text.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { useSession } from '#renderer/session/session.tsx';
import type { PaymentFacts } from './payment-phase.ts';
import classes from './summary-column.module.css';

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

/** A payment that has left the form: by its record, or by what was submitted when there is none. */
export function RecordedFacts({ facts, attempt }: { readonly facts: PaymentFacts; readonly attempt: Attempt | null }) {
  const { t } = useText();
  const formats = useFormats();
  const { merchant } = useSession().merchant;
  const sign = attempt?.currencySign ?? merchant.currencySign;
  const family = attempt?.family ?? facts.family;
  return (
    <FactList
      rows={[
        [t('charge:summary.merchant'), attempt?.merchantName ?? merchant.name],
        [
          t('charge:summary.amount'),
          <Amount key="amount" value={attempt?.amount ?? facts.amount} currencySign={sign} />,
        ],
        [t('charge:summary.card'), <MaskedCard key="card" card={attempt?.card ?? facts.card} />],
        [t('charge:summary.customer'), facts.name],
        [t('charge:summary.email'), <EmailText key="email" email={facts.email} />],
        [t('charge:summary.phone'), facts.phone],
        // The form family has no field for the tax (section 2.3).
        ...(family === 'form'
          ? []
          : [[t('charge:summary.tax'), <Amount key="tax" value={facts.taxAmount} currencySign={sign} />] as const]),
        [t('charge:summary.concept'), facts.concept],
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
