/** Payments of the days that are in no sum, each with a way to its record: without an answer, or of an unconfirmed amount. */
import { Button, Group } from '@mantine/core';
import { amountDoubtWords } from '#shared/words/amount-words.ts';
import { notListed, type Figure, type ListedPayment, type UnclearPayment } from '#shared/reports/figures.ts';
import { useState, type ReactNode } from 'react';
import type { Attempt } from '#shared/payments/attempt.ts';
import { useCall } from '#renderer/session/api.ts';
import { useMayAct } from '#renderer/session/session.tsx';
import { ResolveDialog } from '#renderer/ui/resolve/resolve-dialog.tsx';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { cardWords } from '#shared/words/card-words.ts';
import parts from '#renderer/ui/parts.module.css';
import classes from './reports.module.css';
import { Amount, Moment } from '#renderer/ui/texts/values.tsx';

export function PaymentsOfDay({
  heading,
  payments,
  total,
  sign,
}: {
  readonly heading: 'unconfirmed' | 'unclear';
  readonly payments: readonly (ListedPayment | UnclearPayment)[];
  /** All of them, listed or not. */
  readonly total: Figure;
  readonly sign: string;
}) {
  const { t } = useText();
  const { go } = useNavigation();
  const { money } = useFormats();
  const mayResolve = useMayAct('supervisor');
  const unknowns = useCall('history', 'unknowns', undefined).data ?? [];
  const [resolving, setResolving] = useState<Attempt | null>(null);
  if (payments.length === 0) return null;
  const more = notListed(total, payments);
  return (
    <section aria-labelledby={heading}>
      <h2 className={parts.strong} id={heading} tabIndex={-1}>
        {t(`reports:${heading}`)}
      </h2>
      <p className={parts.soft}>{t(`reports:${heading}Text`)}</p>
      <ul className={classes.list}>
        {payments.map(({ brand, lastFour, ...payment }) => (
          <PaymentLine
            key={payment.id}
            at={payment.startedAt}
            what={[
              t(`operation.${payment.operation}`),
              cardWords(t, brand === null || lastFour === null ? null : { brand, lastFour }),
              payment.customer ?? '',
            ]
              .filter((text) => text !== '')
              .join(' · ')}
            note={'amountDoubt' in payment ? amountDoubtWords(t, payment.amountDoubt) : ''}
            payment={payment}
          >
            {mayResolve && (
              <ResolveButton attempt={unknowns.find(({ id }) => id === payment.id)} onClick={setResolving} />
            )}
            <Button size="compact-md" onClick={() => go('history', payment.id)}>
              {t('action.openInHistory')}
            </Button>
          </PaymentLine>
        ))}
      </ul>
      {resolving !== null && <ResolveDialog attempt={resolving} home={heading} onClose={() => setResolving(null)} />}
      {more.count > 0 && (
        <p className={parts.soft}>{t('reports:more', { count: more.count, amount: money(more.amount, sign) })}</p>
      )}
    </section>
  );
}

function ResolveButton({
  attempt,
  onClick,
}: {
  readonly attempt: Attempt | undefined;
  readonly onClick: (attempt: Attempt) => void;
}) {
  const { t } = useText();
  return (
    attempt !== undefined && (
      <Button variant="filled" size="compact-md" onClick={() => onClick(attempt)}>
        {t('unconfirmed:resolve')}
      </Button>
    )
  );
}

/** One payment of a day: when, what, by whom, and its amount. */
export function PaymentLine({
  at,
  what,
  note,
  payment: { operatorName, amount, currencySign },
  children,
}: {
  readonly at: string;
  readonly what: string;
  readonly note: string;
  readonly payment: { readonly operatorName: string; readonly amount: number; readonly currencySign: string };
  /** Buttons. */
  readonly children?: ReactNode;
}) {
  const { t } = useText();
  return (
    <li>
      <Moment at={at} />
      <span className={classes.what}>
        <span>{what}</span>
        <span className={parts.note}>
          {note} {t('unconfirmed:by', { operator: operatorName })}
        </span>
      </span>
      <Amount value={amount} currencySign={currencySign} />
      {children !== undefined && (
        <Group component="span" justify="end" gap={8}>
          {children}
        </Group>
      )}
    </li>
  );
}
