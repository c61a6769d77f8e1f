/** One grouping of the days as bars: a row per group with its count, its sum, and a bar as long as its sum. */
import { VisuallyHidden } from '@mantine/core';
import type { CSSProperties, ReactNode } from 'react';
import type { Figure } from '#shared/reports/figures.ts';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import parts from '#renderer/ui/parts.module.css';
import classes from './reports.module.css';
import { TableHead } from '#renderer/ui/parts.tsx';

interface BarRow extends Figure {
  readonly key: string;
  readonly name: ReactNode;
}

/** Renders nothing without rows, so that no heading stands alone. */
export function BarsTable({
  title,
  rows,
  sign,
}: {
  readonly title: string;
  readonly rows: readonly BarRow[];
  readonly sign: string;
}) {
  const { t } = useText();
  const { count } = useFormats();
  const longest = Math.max(...rows.map((row) => row.amount), 1);
  if (rows.length === 0) return null;
  return (
    <table className={`${parts.table} ${classes.table}`}>
      <caption>{title}</caption>
      <TableHead
        names={[
          <VisuallyHidden key="group">{t('reports:export.columns.group')}</VisuallyHidden>,
          t('reports:export.columns.count'),
          t('label.amount'),
        ]}
        ends={2}
      />
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">
              {row.name}
              <span
                className={classes.share}
                style={{ '--share': `${(row.amount / longest) * 100}%` } as CSSProperties}
                aria-hidden="true"
              />
            </th>
            <td data-end className={parts.soft}>
              {count(row.count)}
            </td>
            <td data-end>
              <Amount value={row.amount} currencySign={sign} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
