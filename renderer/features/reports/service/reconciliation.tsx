/** Days beside the service's own records: what arrives in the account, what needs somebody, and each payment. */
import { Group, Stack } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import {
  dayParts,
  dayPartsOf,
  lineKinds,
  mostReconciledDays,
  type Reconciled,
  type Reconciliation,
} from '#shared/reports/reconciliation.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { MissingRecords } from '#renderer/ui/outcome/service-facts.tsx';
import { Callout, TableHead } from '#renderer/ui/parts.tsx';
import { Amount } from '#renderer/ui/texts/values.tsx';
import { WorkNote } from '#renderer/ui/work/work-note.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { useText } from '#renderer/words/i18n.ts';
import { Item } from '#renderer/features/reports/headline.tsx';
import { dayWriter } from '#renderer/features/reports/reported-days.ts';
import { ReconciledLines } from './reconciled-lines.tsx';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import parts from '#renderer/ui/parts.module.css';
import classes from '#renderer/features/reports/reports.module.css';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FiguresQuery } from '#shared/reports/figures.ts';
import { daysBetween } from '#shared/local-day.ts';
import { useAction } from '#renderer/session/api.ts';

export function ReconciliationOfDays({ desk }: { readonly desk: ReturnType<typeof useReconciliation> }) {
  const { t } = useText();
  const { result, isPending, failure, tooLong, start } = desk;
  if (tooLong) return <p className={parts.soft}>{t('reports:tooLong', { count: mostReconciledDays })}</p>;
  return (
    <Stack gap={16}>
      <Group gap="8px 16px">
        <KeyButton icon={IconScale} loading={isPending} disabled={start === undefined && !isPending} onClick={start}>
          {t(result === null ? 'reports:service.action' : 'reports:service.again')}
        </KeyButton>
      </Group>
      <WorkNote kinds={['reconcile']} />
      {failure !== null && <FailureNotice failure={failure} act="reading" />}
      {result === null && !isPending && <p className={parts.soft}>{t('reports:service.none')}</p>}
      {result?.kind === 'reconciled' && <Result reconciled={result} />}
      {result !== null && result.kind !== 'reconciled' && <MissingRecords answer={result} />}
    </Stack>
  );
}

function Result({ reconciled }: { readonly reconciled: Reconciled }) {
  const { t, language } = useText();
  const { moment } = useFormats();
  const { at, days, claims, total, counts } = reconciled;
  const differences = counts.reduce((sum, { kind, count }) => sum + (lineKinds[kind].differs ? count : 0), 0);
  const write = dayWriter(language);
  const incomplete = days.filter(({ whole }) => !whole).map(({ day }) => write.date(day));
  return (
    <Stack gap={24}>
      <Stack gap={8}>
        {claims > 0 && (
          <Callout tone="declined" role="alert">
            <p>{t('reports:service.claims', { count: claims })}</p>
          </Callout>
        )}
        <Callout tone={differences + incomplete.length > 0 ? 'unknown' : 'approved'} role="status">
          <p>
            {differences > 0 ? t('reports:service.differs', { count: differences }) : t('reports:service.agrees')}
            {incomplete.length > 0 && ` ${t('reports:service.incomplete', { days: incomplete.join(', ') })}`}
            {total.feesUnknown.count > 0 && ` ${t('reports:service.feesUnknown', { count: total.feesUnknown.count })}`}
          </p>
          <p className={parts.note}>{t('reports:service.at', { moment: moment(at) })}</p>
        </Callout>
      </Stack>
      <Arrives reconciled={reconciled} />
      {days.length > 1 && <Days reconciled={reconciled} />}
      <ReconciledLines key={reconciled.id} reconciled={reconciled} />
    </Stack>
  );
}

const arrivalNames = {
  there: 'reports:sum.charged',
  refunded: 'reports:service.refunded',
  commission: 'reports:service.commission',
  cost: 'reports:service.cost',
  feeTax: 'reports:service.feeTax',
  withheld: 'reports:service.withheld',
  reserve: 'reports:service.reserve',
  feesUnknown: 'reports:service.notNamed',
} as const;
const arrivalParts = Object.keys(arrivalNames) as readonly (keyof typeof arrivalNames)[];

function Arrives({ reconciled: { total, currencySign: sign } }: { readonly reconciled: Reconciled }) {
  const { t } = useText();
  const signed = (part: keyof typeof arrivalNames): number => {
    const units = typeof total[part] === 'number' ? total[part] : total[part].amount;
    return part === 'there' ? units : -units;
  };
  return (
    <dl className={classes.headline}>
      <Item label={t('reports:service.net')} hero>
        <Amount value={total.net} currencySign={sign} size="hero" />
        <ul className={classes.parts}>
          {arrivalParts
            .filter((part) => part === 'there' || signed(part) !== 0)
            .map((part) => (
              <li key={part}>
                <span>{t(arrivalNames[part])}</span>
                <Amount value={signed(part)} currencySign={sign} />
              </li>
            ))}
        </ul>
        {total.released > 0 && (
          <p className={parts.note}>
            {t('reports:service.released')}: <Amount value={total.released} currencySign={sign} />
          </p>
        )}
      </Item>
      {(['here', 'there'] as const).map((part) => (
        <Item key={part} label={t(`reports:service.${part}`)}>
          <Amount value={total[part].amount} currencySign={sign} />
          <span className={parts.note}>{t('reports:payments', { count: total[part].count })}</span>
        </Item>
      ))}
    </dl>
  );
}

function Days({ reconciled: { days, total, currencySign: sign } }: { readonly reconciled: Reconciled }) {
  const { t, language } = useText();
  const { count, figure } = useFormats();
  const write = dayWriter(language);
  const shown = dayPartsOf(total);
  const columns = [...shown, 'differences'] as const;
  return (
    <table className={`${parts.table} ${classes.days}`}>
      <caption>
        {t('reports:service.days')} ({sign})
      </caption>
      <TableHead
        names={[t('reports:journal.columns.day'), ...columns.map((column) => t(`reports:service.${column}`))]}
        ends={columns.length}
      />
      <tbody>
        {days.map((day) => (
          <tr key={day.day}>
            <th scope="row">
              {write.weekday(day.day)}
              {!day.whole && <span className={parts.note}> {t('reports:service.notWhole')}</span>}
            </th>
            {shown.map((part) => (
              <td key={part} data-end>
                {figure(dayParts[part](day))}
              </td>
            ))}
            <td data-end>{count(day.differences)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** @param query null where the days can't be compared */
export function useReconciliation(query: FiguresQuery | null) {
  const client = useQueryClient();
  const reconcile = useAction('reports', 'reconcile');
  const [compared, setCompared] = useState<{ readonly of: string; readonly result: Reconciliation } | null>(null);
  const of = JSON.stringify(query);
  const merchantId = query?.merchantId ?? null;
  const tooLong =
    query !== null && daysBetween(query.first, query.last, mostReconciledDays + 1).length > mostReconciledDays;
  return {
    /** Of the days that are shown; null before it was asked for. */
    result: compared?.of === of ? compared.result : null,
    isPending: reconcile.isPending,
    failure: reconcile.error?.failure ?? null,
    /** There are more days than can be compared at once. */
    tooLong,
    /** Undefined where the days of no single merchant are shown, or while they are being compared. */
    start:
      query === null || merchantId === null || tooLong || reconcile.isPending
        ? undefined
        : (): void =>
            void reconcile.perform({ ...query, merchantId }).then((answer) => {
              if (!answer.ok || answer.value === null) return;
              setCompared({ of, result: answer.value });
              // The close of the day says what the comparison said.
              void client.invalidateQueries({ queryKey: ['reports', 'figures'] });
            }),
  };
}
