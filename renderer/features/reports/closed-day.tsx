/** Closes of the reported day: who closed it and when, and what has changed after the latest close. */
import { IconAlertTriangleFilled, IconLock } from '@tabler/icons-react';
import type { DayClose, DayCloses } from '#shared/reports/day-close.ts';
import { changesBetween, isOfOtherHours, isRemoved } from '#shared/reports/day-close.ts';
import type { Figures } from '#shared/reports/figures.ts';
import { reconciledWords } from '#shared/words/reconciled-words.ts';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { ChangesSince } from './changes-since.tsx';
import parts from '#renderer/ui/parts.module.css';
import { IconLine } from '#renderer/ui/parts.tsx';
import classes from './reports.module.css';

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
  const { moment } = formats;
  const reconciled = close.figures?.reconciled ?? null;
  return (
    <span>
      {ofAll && `${close.merchantName}: `}
      <strong>{t('reports:close.by', { operator: close.operatorName, moment: moment(close.closedAt) })}</strong>{' '}
      <span className={parts.soft}>{t('reports:close.at', { seat: close.seat })}</span>
      {reconciled !== null && (
        <>
          {' '}
          <span className={parts.soft}>{reconciledWords(t, formats, reconciled).join(' ')}</span>
        </>
      )}
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
