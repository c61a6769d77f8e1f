/** One payment of a day: when, what, by whom, and its amount. */
import type { ReactNode } from 'react';
import parts from '#renderer/ui/parts.module.css';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { Moment } from '#renderer/ui/texts/moment.tsx';
import { useText } from '#renderer/words/i18n.ts';
import classes from './reports.module.css';

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
      {children !== undefined && <span className={classes.buttons}>{children}</span>}
    </li>
  );
}
