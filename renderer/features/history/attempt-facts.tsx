/** What was keyed for an attempt, by whom, where and when. */
import type { ReactNode } from 'react';
import { statedAmount, type AttemptDetails } from '#shared/payments/attempt.ts';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { CodeText } from '#renderer/ui/texts/code-text.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { EmailText } from '#renderer/ui/texts/email-text.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { cardWords } from '#renderer/words/outcome-words.ts';
import { customerName } from '#renderer/words/customer-name.ts';
import classes from './history.module.css';

export function AttemptFacts({ details }: { readonly details: AttemptDetails }) {
  const { t } = useText();
  const formats = useFormats();
  const { currencySign } = details;
  const exact = (instant: string): string => `${formats.day(instant)}, ${formats.clock(instant)}`;
  const took =
    details.answeredAt === null
      ? null
      : t('history:details.took', {
          seconds: ((Date.parse(details.answeredAt) - Date.parse(details.startedAt)) / 1000).toFixed(1),
        });
  const stated = statedAmount(details);
  const facts: readonly (readonly [label: string, value: ReactNode])[] = [
    [t('history:details.asked'), <Amount key="asked" value={details.amount} currencySign={currencySign} />],
    [
      t('history:details.answered'),
      stated === null ? null : <Amount key="answered" value={stated} currencySign={currencySign} />,
    ],
    [
      t('history:details.tax'),
      details.taxAmount === null ? null : <Amount key="tax" value={details.taxAmount} currencySign={currencySign} />,
    ],
    [t('history:details.card'), details.card === null ? null : cardWords(t, details.card)],
    [t('history:details.customer'), customerName(details)],
    [t('history:details.email'), <EmailText key="email" email={details.email} />],
    [t('history:details.phone'), details.phone],
    [t('history:details.address'), details.address],
    [t('history:details.concept'), details.concept],
    [t('history:details.description'), details.description],
    ...details.customFieldValues.map((field) => [field.nameOrLabel, field.value] as const),
    [t('history:details.ip'), details.ipCheck],
    [t('history:details.lang'), details.lang],
    [t('history:details.merchant'), details.merchantName],
    [t('history:details.environment'), t(`environment.${details.environment}`)],
    [t('history:details.family'), t(`family.${details.family}`)],
    [t('history:details.operator'), details.operatorName],
    [t('history:details.seat'), details.seat],
    [t('history:details.started'), exact(details.startedAt)],
    [
      t('history:details.answeredAt'),
      details.answeredAt === null ? null : `${exact(details.answeredAt)}, ${took ?? ''}`,
    ],
    [t('history:details.id'), <CodeText key="id" text={details.id} name={t('history:details.id')} />],
    [
      t('history:details.batch'),
      details.batchId === null ? null : (
        <CodeText key="batch" text={details.batchId} name={t('history:details.batch')} />
      ),
    ],
  ];
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== '')
        .map(([label, value], index) => (
          <div key={`${label}-${index}`}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
