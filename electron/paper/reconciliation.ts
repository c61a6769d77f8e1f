/** Days beside the service's own records on paper: what arrives, day by day, and what needs somebody. Has no names of customers. */
import { boundsOfDay } from '#shared/local-day.ts';
import { instantOfRecord, movedBy } from '#shared/ledger/service-records.ts';
import {
  dayParts,
  dayPartsOf,
  lineKinds,
  signedAmount,
  type Arrival,
  type Reconciled,
  type ReconciledDay,
  type ReconciledLine,
} from '#shared/reports/reconciliation.ts';
import { recordTypeWords } from '#shared/words/reconciled-words.ts';
import { html } from './html.ts';
import { sheet, signatures, type Paper, type SheetFrame } from './page.ts';
import { writtenDays, type PaperWords } from './paper-words.ts';
import { sums, table, type TableColumn } from './table.ts';

export interface ReconciliationPaper extends SheetFrame {
  readonly reconciled: Reconciled;
}

export function reconciliationPaper(words: PaperWords, { reconciled, ...frame }: ReconciliationPaper): Paper {
  const { t, money, moment, count, date, figure: number } = words;
  const { query, at, days, total, claims, currencySign: sign } = reconciled;
  const lines = reconciled.lines.filter(({ kind }) => lineKinds[kind].differs);
  const facts = {
    ...frame,
    title: t('reports:service.title'),
    lines: [
      writtenDays(words, query.first, query.last),
      t('reports:service.at', { moment: moment(at) }),
      lines.length === 0 ? t('reports:service.agrees') : t('reports:service.differs', { count: lines.length }),
      ...(days.every(({ whole }) => whole) ? [] : [t('reports:service.close.incomplete')]),
      ...(claims === 0 ? [] : [t('reports:service.claims', { count: claims })]),
      ...(total.feesUnknown.count === 0 ? [] : [t('reports:service.feesUnknown', { count: total.feesUnknown.count })]),
    ],
  };
  const figure = (label: string, units: number, note = '') => ({ label, amount: money(units, sign), note });
  const payments = (units: number): string => t('reports:payments', { count: units });
  const dayColumns: readonly TableColumn<Omit<ReconciledDay, 'day'> & { readonly name: string }>[] = [
    { heading: t('reports:journal.columns.day'), cell: ({ name }) => name },
    ...dayPartsOf(total).map((part) => ({
      heading: t(`reports:service.${part}`),
      cell: (day: Arrival) => number(dayParts[part](day)),
      kind: 'right' as const,
    })),
    { heading: t('reports:service.differences'), cell: ({ differences }) => count(differences), kind: 'right' },
  ];
  const all = { ...total, name: t('reports:export.sections.sums'), whole: true, differences: lines.length };
  return sheet(
    words,
    facts,
    html`${sums([
        figure(t('reports:service.here'), total.here.amount, payments(total.here.count)),
        figure(t('reports:service.there'), total.there.amount, payments(total.there.count)),
        figure(t('reports:service.refunded'), dayParts.refunded(total), payments(total.refunded.count)),
        ...(total.feesUnknown.count === 0
          ? []
          : [figure(t('reports:service.notNamed'), dayParts.notNamed(total), payments(total.feesUnknown.count))]),
        figure(t('reports:service.net'), total.net),
      ])}
      ${sums(
        (['commission', 'cost', 'feeTax', 'withheld', 'reserve'] as const).map((part) =>
          figure(t(`reports:service.${part}`), -total[part]),
        ),
      )}
      <h2>${t('reports:service.days')} (${sign})</h2>
      ${table(
        dayColumns,
        days.map((day) => ({
          ...day,
          name: [
            date(boundsOfDay(day.day)?.from ?? day.day),
            ...(day.whole ? [] : [t('reports:service.notWhole')]),
          ].join(', '),
        })),
        dayColumns.map(({ cell }) => cell(all)),
      )}
      ${
        lines.length === 0
          ? null
          : html`<h2>${t('reports:service.toLookAt')} (${sign})</h2>
              ${table(lineColumns(words), lines)}`
      }
      ${signatures(words, t('reports:signature.compared'))}`,
  );
}

const lineColumns = ({ t, figure, moment, date }: PaperWords): readonly TableColumn<ReconciledLine>[] => [
  {
    heading: t('common:label.time'),
    cell: ({ day, attempt, record }) => {
      if (attempt !== null) return moment(attempt.startedAt);
      const at = record === null ? null : instantOfRecord(record);
      return at === null ? date(boundsOfDay(day)?.from ?? day) : moment(new Date(at).toISOString());
    },
    kind: 'firm',
  },
  {
    heading: t('reports:journal.columns.compared'),
    cell: ({ kind, attempt, record }) =>
      [
        t(`reports:service.kinds.${kind}`),
        attempt === null ? recordTypeWords(t, record) : t(`common:operation.${attempt.operation}`),
        attempt?.lastFour ?? record?.lastFour ?? '',
        record?.codOper ?? '',
      ]
        .filter((part) => part !== '')
        .join(' · '),
  },
  {
    heading: t('reports:service.next.heading'),
    cell: ({ next }) => (next === null ? '' : t(`reports:service.next.${next}`)),
  },
  {
    heading: t('reports:service.here'),
    cell: ({ attempt }) => (attempt === null ? '' : figure(signedAmount(attempt))),
    kind: 'right',
  },
  {
    heading: t('reports:service.there'),
    cell: ({ record }) => {
      const units = record === null ? null : movedBy(record) || (record.firstAmount ?? record.amount);
      return units === null ? '' : figure(units);
    },
    kind: 'right',
  },
];
