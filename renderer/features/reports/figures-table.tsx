/** One grouping of the day: a row per group with its count and sum. */
import type { ReactNode } from 'react';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import classes from './reports.module.css';

export interface FigureRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly count: number;
  /** Minor units. */
  readonly amount: number;
}

export function FiguresTable({
  title,
  rows,
  currencySign,
}: {
  readonly title: string;
  readonly rows: readonly FigureRow[];
  /** Null when the amounts are in several currencies. Only the counts are shown then. */
  readonly currencySign: string | null;
}) {
  const { t } = useText();
  const { count } = useFormats();
  return (
    <table className={classes.table}>
      <caption className={classes.heading}>{title}</caption>
      <thead className={classes.forReaders}>
        <tr>
          <th scope="col">{t('reports:group')}</th>
          <th scope="col">{t('reports:count')}</th>
          {currencySign !== null && <th scope="col">{t('reports:amount')}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.name}</th>
            <td>{count(row.count)}</td>
            {currencySign !== null && (
              <td>
                <Amount value={row.amount} currencySign={currencySign} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
