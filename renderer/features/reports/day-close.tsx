/** Figures of one day. */
import { Stack } from '@mantine/core';
import { IconAlertTriangleFilled, IconCalendarOff, IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { DayClose } from '#shared/ledger/history.ts';
import { stateKeys } from '#shared/ledger/listed-attempt.ts';
import { operationSchema } from '#shared/payments/operations.ts';
import { Amount } from '#renderer/ui/texts/amount.tsx';
import { EmptyState } from '#renderer/ui/list/empty-state.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { OutcomeIcon } from '#renderer/ui/outcome/outcome-badge.tsx';
import { toneOf } from '#renderer/words/payment-words.ts';
import { FiguresTable } from './figures-table.tsx';
import { HourChart } from './hour-chart.tsx';
import { UnknownsList } from './unknowns-list.tsx';
import classes from './reports.module.css';

export function DayCloseReport({ close, currencySign }: { readonly close: DayClose; readonly currencySign: string }) {
  const { t } = useText();
  const signs = close.currencySigns;
  // Amounts in several currencies have no sum, so payments are only counted.
  const sign = signs.length > 1 ? null : (signs[0] ?? currencySign);
  const nothing = close.byState.length === 0 && close.unknowns.length === 0;
  const operationName = (key: string): string => {
    const known = operationSchema.safeParse(key);
    return known.success ? t(`operation.${known.data}`) : t('reports:otherOperation', { name: key });
  };
  const heldNote = (): string => {
    const holds = t('reports:holds', { count: close.held.count });
    return close.held.count === 0 ? holds : `${holds}. ${t('reports:stillHeld', { count: close.stillHeld.count })}`;
  };
  return (
    <Stack gap={24}>
      <dl className={classes.headline}>
        <Headline label={t('reports:charged')} note={t('reports:payments', { count: close.charged.count })} hero>
          <Sum amount={close.charged.amount} currencySign={sign} size="hero" />
        </Headline>
        <Headline label={t('reports:held')} note={heldNote()}>
          <Sum amount={close.held.amount} currencySign={sign} />
        </Headline>
        <Headline
          label={t('reports:openHolds')}
          note={
            close.openHolds.count === 0
              ? t('reports:openHoldsNone')
              : t('reports:holds', { count: close.openHolds.count })
          }
        >
          <Sum amount={close.openHolds.amount} currencySign={sign} />
        </Headline>
        <Headline
          label={t('reports:unknowns')}
          note={
            close.unknowns.length === 0
              ? t('reports:noUnknowns')
              : t('reports:payments', { count: close.unknowns.length })
          }
        >
          {close.unknowns.length === 0 ? (
            <IconCheck size={18} aria-hidden />
          ) : (
            <span className={classes.warned}>
              <IconAlertTriangleFilled size={18} aria-hidden />
              <Sum amount={close.unknowns.reduce((sum, attempt) => sum + attempt.amount, 0)} currencySign={sign} />
            </span>
          )}
        </Headline>
      </dl>
      {sign === null && (
        <p className={classes.several} role="note">
          <IconAlertTriangleFilled size={18} aria-hidden />
          {t('reports:severalSigns', { signs: signs.join(', ') })}
        </p>
      )}
      {close.unknowns.length > 0 && <UnknownsList unknowns={close.unknowns} />}
      {nothing ? (
        <EmptyState icon={<IconCalendarOff size={32} />} title={t('reports:empty.title')}>
          {t('reports:empty.text')}
        </EmptyState>
      ) : (
        <>
          {sign !== null && <HourChart close={close} currencySign={sign} />}
          <div className={classes.tables}>
            <FiguresTable
              title={t('reports:byState')}
              currencySign={sign}
              rows={close.byState.map((row) => ({
                ...row,
                name: (
                  <span className={classes.state}>
                    <OutcomeIcon state={toneOf(row.key)} size={16} />
                    {t(stateKeys[row.key])}
                  </span>
                ),
              }))}
            />
            <FiguresTable
              title={t('reports:byOperation')}
              currencySign={sign}
              rows={close.byOperation.map((row) => ({ ...row, name: operationName(row.key) }))}
            />
            <FiguresTable
              title={t('reports:byOperator')}
              currencySign={sign}
              rows={close.byOperator.map((row) => ({ ...row, name: row.key }))}
            />
            <FiguresTable
              title={t('reports:byBrand')}
              currencySign={sign}
              rows={close.byBrand.map((row) => ({ ...row, name: t(`brand.${row.key}`) }))}
            />
          </div>
        </>
      )}
    </Stack>
  );
}

/** A sum of the day. Shows nothing where the amounts are in several currencies. */
function Sum({
  amount,
  currencySign,
  size = 'body',
}: {
  /** Minor units. */
  readonly amount: number;
  readonly currencySign: string | null;
  readonly size?: 'body' | 'hero';
}) {
  return currencySign === null ? null : <Amount value={amount} currencySign={currencySign} size={size} />;
}

function Headline({
  label,
  note,
  hero = false,
  children,
}: {
  readonly label: string;
  readonly note: string;
  readonly hero?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div data-hero={hero}>
      <dt>{label}</dt>
      <dd>
        {children}
        <span className={classes.soft}>{note}</span>
      </dd>
    </div>
  );
}
