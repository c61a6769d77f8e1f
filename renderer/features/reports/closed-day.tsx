/** Closes of the reported day: who closed it and when, and what has changed after the latest close. */
import { IconAlertTriangleFilled, IconLock } from '@tabler/icons-react';
import {
  type DayClose,
  type DayCloses,
  changesBetween,
  isOfOtherHours,
  isRemoved,
  differenceKey,
  type ChangedPayment,
  type DifferenceLine,
} from '#shared/reports/day-close.ts';
import type { Figures, Figure } from '#shared/reports/figures.ts';
import { reconciledWords } from '#shared/words/reconciled-words.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import parts from '#renderer/ui/parts.module.css';
import { IconLine, TableHead } from '#renderer/ui/parts.tsx';
import classes from './reports.module.css';
import { Amount } from '#renderer/ui/texts/values.tsx';
import { PaymentLine } from './payments-of-day.tsx';

export function ClosedDay({
  closes,
  changed,
  figures,
  merchantId,
}: DayCloses & {
  /** The present figures; undefined while they are being read. */
  readonly figures: Figures | undefined;
  /** Null for all merchants of the environment, whose closes are only named. */
  readonly merchantId: string | null;
}) {
  const { t } = useText();
  const formats = useFormats();
  const [latest] = closes;
  if (latest === undefined) return null;
  return (
    <section className={classes.closes} aria-label={t('reports:title')}>
      {closes.length > 1 && merchantId !== null && <p>{t('reports:close.times', { count: closes.length })}</p>}
      <ul>
        {closes.map((close) => (
          <li key={close.id} className={parts.line}>
            <IconLock size={16} aria-hidden />
            <CloseWords close={close} ofAll={merchantId === null} />
          </li>
        ))}
      </ul>
      {merchantId !== null && figures !== undefined && since(latest, figures)}
    </section>
  );

  function since(close: DayClose, present: Figures) {
    if (close.figures === null) return <Warning>{t('reports:close.unreadable')}</Warning>;
    if (isOfOtherHours(close)) {
      const hours = { from: formats.moment(close.from), until: formats.moment(close.until) };
      return <Warning>{t('reports:close.otherHours', hours)}</Warning>;
    }
    if (isRemoved(close.figures, present)) return <Warning>{t('reports:close.removed')}</Warning>;
    const lines = changesBetween(close.figures, present);
    if (lines.length + changed.length === 0) return <p className={parts.soft}>{t('reports:close.unchanged')}</p>;
    return <ChangesSince lines={lines} changed={changed} />;
  }
}

function CloseWords({ close, ofAll }: { readonly close: DayClose; readonly ofAll: boolean }) {
  const { t } = useText();
  const formats = useFormats();
  const compared = reconciledWords(t, formats, close.figures?.reconciled ?? null);
  return (
    <span>
      {ofAll && `${close.merchantName}: `}
      <strong>
        {t('reports:close.by', { operator: close.operatorName, moment: formats.moment(close.closedAt) })}
      </strong>{' '}
      <span className={parts.soft}>
        {t('reports:close.at', { seat: close.seat })}
        {compared.length > 0 && `. ${compared.join(' ')}`}
      </span>
    </span>
  );
}

function Warning({ children }: { readonly children: string }) {
  return (
    <IconLine icon={IconAlertTriangleFilled} tone="unknown" role="note">
      {children}
    </IconLine>
  );
}

/** Changes of a day after its close: each line of the figures that differs, then the payments behind them. */
function ChangesSince({
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
