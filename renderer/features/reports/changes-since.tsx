/** Changes of a day after its close: each line of the figures that differs, then the payments behind them. */
import type { ChangedPayment, DifferenceLine } from '#shared/reports/day-close.ts';
import { dayStateKeys, type DayState, type Figure } from '#shared/reports/figures.ts';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { Moment } from '#renderer/ui/texts/moment.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText, type Translate } from '#renderer/words/i18n.ts';
import classes from './reports.module.css';

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
        <table className={classes.changes}>
          <caption>{t('reports:close.changed')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('reports:close.line')}</th>
              <th scope="col">{t('reports:close.atClose')}</th>
              <th scope="col">{t('reports:close.now')}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={`${line.sign} ${line.what}`}>
                <th scope="row">{lineName(t, line.what)}</th>
                <td>
                  <FigureWords figure={line.before} sign={line.sign} />
                </td>
                <td>
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
            <li key={payment.id}>
              <Moment at={payment.at} />
              <span className={classes.what}>
                <span>
                  {t(`reports:close.${payment.what}`)}: {t(`outcomes:state.${payment.state}`)}
                </span>
                <span className={classes.note}>
                  {[t(`operation.${payment.operation}`), payment.customer].join(' · ')}{' '}
                  {t('reports:by', { operator: payment.operatorName })}
                </span>
              </span>
              <Amount value={payment.amount} currencySign={payment.currencySign} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function lineName(t: Translate, what: DifferenceLine['what']): string {
  if (what === 'opened.open') return t('reports:close.open');
  if (what === 'opened.expired') return t('reports:close.expired');
  return t(dayStateKeys[what.slice('state.'.length) as DayState]);
}

function FigureWords({ figure, sign }: { readonly figure: Figure; readonly sign: string }) {
  const { count } = useFormats();
  return (
    <>
      {count(figure.count)} · <Amount value={figure.amount} currencySign={sign} />
    </>
  );
}
