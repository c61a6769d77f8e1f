/** Facts of an attempt: the keyed fields, the operator, the seat and the time. */
import type { ReactNode } from 'react';
import { customerName, type AttemptDetails } from '#shared/payments/attempt.ts';
import { paymentFields, shownFields, type FieldsWith, type ShownField } from '#shared/payments/payment-fields.ts';
import { Amount, EmailText } from '#renderer/ui/texts/values.tsx';
import { CodeText } from '#renderer/ui/texts/code-text.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { phoneText } from '#shared/words/phone-text.ts';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import { cardWords } from '#shared/words/card-words.ts';
import { NamedValues } from '#renderer/ui/parts.tsx';

type Fact = readonly [label: string, value: ReactNode];

const isMoney = (field: ShownField): boolean => ['amount', 'tax'].includes(paymentFields[field].kind);
type NameField = ShownField & FieldsWith<'kind', 'name'>;
const isName = (field: ShownField): field is NameField => paymentFields[field].kind === 'name';
const firstName = shownFields.find(isName);

function keyedFacts(t: Translate, details: AttemptDetails, field: ShownField): readonly Fact[] {
  if (isName(field)) return field === firstName ? [[t('label.customer'), customerName(details)]] : [];
  if (field === 'customFieldValues') return details[field].map(({ nameOrLabel, value }) => [nameOrLabel, value]);
  const value = details[field];
  if (value === null) return [];
  const label = t(`fields:${field}.fact`);
  const { currencySign } = details;
  const amount = (units: number | null, key: string) =>
    units === null ? null : <Amount key={key} value={units} currencySign={currencySign} />;
  switch (paymentFields[field].kind) {
    case 'amount':
      return [
        [label, amount(Number(value), field)],
        [
          t('history:details.answered'),
          details.differences.find((each) => each.field === 'amount')?.answered ??
            amount(details.answeredAmount || null, 'answered'),
        ],
      ];
    case 'tax':
      return [[label, amount(Number(value), field)]];
    case 'email':
      return [[label, <EmailText key={field} email={String(value)} />]];
    case 'phone':
      return [[label, phoneText(String(value))]];
    case 'text':
    case 'ipv4':
    case 'lang':
      return [[label, value]];
  }
}

export function AttemptFacts({ details }: { readonly details: AttemptDetails }) {
  const { t } = useText();
  const formats = useFormats();
  const exact = (instant: string): string => `${formats.day(instant)}, ${formats.clock(instant)}`;
  const took =
    details.answeredAt === null
      ? null
      : t('history:details.took', {
          seconds: ((Date.parse(details.answeredAt) - Date.parse(details.startedAt)) / 1000).toFixed(1),
        });
  const facts: readonly Fact[] = [
    ...shownFields.filter(isMoney).flatMap((field) => keyedFacts(t, details, field)),
    [t('label.card'), details.card === null ? null : cardWords(t, details.card)],
    ...shownFields.filter((field) => !isMoney(field)).flatMap((field) => keyedFacts(t, details, field)),
    [t('label.merchant'), details.merchantName],
    [t('label.environment'), t(`environment.${details.environment}`)],
    [t('history:details.family'), t(`family.${details.family}`)],
    [t('label.operator'), details.operatorName],
    [t('label.seat'), details.seat],
    [t('history:details.started'), exact(details.startedAt)],
    [t('history:details.answered'), details.answeredAt === null ? null : `${exact(details.answeredAt)}, ${took ?? ''}`],
    [t('history:details.id'), <CodeText key="id" text={details.id} name={t('history:details.id')} />],
    [
      t('history:details.batch'),
      details.batchId === null ? null : (
        <CodeText key="batch" text={details.batchId} name={t('history:details.batch')} />
      ),
    ],
  ];
  return <NamedValues of={facts.map(([name, value]) => ({ name, value }))} />;
}
