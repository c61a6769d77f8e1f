/** Changes of a day after its close: each line of the figures that differs, then the payments behind them. */
import { differenceKey, type ChangedPayment, type DifferenceLine } from '#shared/reports/day-close.ts';
import type { Figure } from '#shared/reports/figures.ts';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import parts from '#renderer/ui/parts.module.css';
import { PaymentLine } from './payments-of-day.tsx';
import classes from './reports.module.css';
import { TableHead } from '#renderer/ui/parts.tsx';

export function ChangesSince({
  lines,
  changed,
}: {
  readonly lines: readonly DifferenceLine[];
  readonly changed: readonly ChangedPayment[];
}) {
  const { t } = useText();
  return (
    <>
      {lines.length > 0 && (
        <table className={parts.table}>
          <caption>{t('reports:close.changed')}</caption>
          <TableHead names={[t('reports:close.line'), t('reports:close.atClose'), t('reports:close.now')]} ends={2} />
          <tbody>
            {lines.map((line) => (
              <tr key={`${line.sign} ${line.what}`}>
                <th scope="row">{t(differenceKey(line.what))}</th>
                <td data-end>
                  <FigureWords figure={line.before} sign={line.sign} />
                </td>
                <td data-end>
                  <FigureWords figure={line.after} sign={line.sign} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {changed.length > 0 && (
        <ul className={classes.list} aria-label={t('reports:close.payments')}>
          {changed.map((payment) => (
            <PaymentLine
              key={payment.id}
              at={payment.at}
              what={`${t(`reports:close.${payment.what}`)}: ${t(`outcomes:state.${payment.state}`)}`}
              note={[t(`operation.${payment.operation}`), payment.customer].join(' · ')}
              payment={payment}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function FigureWords({ figure, sign }: { readonly figure: Figure; readonly sign: string }) {
  const { count } = useFormats();
  return (
    <>
      {count(figure.count)} · <Amount value={figure.amount} currencySign={sign} />
    </>
  );
}
