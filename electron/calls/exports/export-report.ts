/**
 * Writes a report to a file: a row for each close of the day, one for each figure, then one for each payment without an answer and
 * each open hold.
 */
import { sheetColumns, writeTable } from '#electron/export/write-table.ts';
import type { Words } from '#electron/shell/words.ts';
import type { Result } from '#shared/failure.ts';
import type { en } from '#shared/locales/en.ts';
import type { ExportFormat } from '#shared/ledger/history.ts';
import { decimalText } from '#shared/payments/money.ts';
import type { DayClose } from '#shared/reports/day-close.ts';
import {
  dayStateKeys,
  figureOf,
  givenBack,
  type CurrencyFigures,
  type Figure,
  type Figures,
  type FiguresQuery,
  type ListedPayment,
} from '#shared/reports/figures.ts';
import { amountDoubtWords } from '#shared/words/amount-words.ts';
import { isColumnLabel } from '#shared/words/column-labels.ts';
import { writtenRows } from './export-attempts.ts';

type ReportSection = keyof (typeof en)['reports']['export']['sections'];
const reportColumns = [
  'section',
  'group',
  'currency',
  'count',
  'amount',
  'at',
  'expiresAt',
  'operator',
  'seat',
  'customer',
  'lastFour',
  'id',
  'amountDoubt',
] as const;
export type ReportColumn = (typeof reportColumns)[number];

interface ReportedDays {
  readonly figures: Figures;
  /** Newest first. */
  readonly closes: readonly DayClose[];
}

/** Yields the texts of each row in the order of `reportColumns`. */
async function* reportRows(
  { figures: { currencies, purgedBefore, unconfirmed, unclear, openHolds }, closes }: ReportedDays,
  words: Words,
): AsyncGenerator<readonly string[]> {
  for (const close of closes) {
    yield inColumns({
      section: sectionOf('closes', words),
      group: close.merchantName,
      at: close.closedAt,
      operator: close.operatorName,
      seat: close.seat,
      id: close.id,
    });
  }
  if (purgedBefore !== null) yield inColumns({ section: sectionOf('purged', words), at: purgedBefore });
  for (const figures of currencies) yield* figureRows(figures, words);
  for (const payment of unconfirmed) yield paymentRow('unconfirmed', payment, {}, words);
  for (const payment of unclear) {
    yield paymentRow(
      'unclearPayments',
      payment,
      { amountDoubt: amountDoubtWords(words.paper.t, payment.amountDoubt) },
      words,
    );
  }
  for (const hold of openHolds) yield paymentRow('openHolds', hold, { expiresAt: hold.expiresAt }, words);
}

function* figureRows(figures: CurrencyFigures, words: Words): Generator<readonly string[]> {
  const { t } = words;
  const row = (section: ReportSection, group: string, { count, amount }: Figure): readonly string[] =>
    inColumns({
      section: sectionOf(section, words),
      group,
      currency: figures.sign,
      count: String(count),
      amount: decimalText(amount),
    });
  for (const each of figures.sums.filter(({ key }) => key === 'charged' || key === 'held'))
    yield row('sums', t(`reports:sum.${each.key}`), each);
  for (const each of givenBack(figures.sums)) yield row('sums', t(`reports:sum.${each.key}`), each);
  const { count } = figureOf(figures.sums, 'charged');
  for (const part of ['amount', 'withheld'] as const) {
    yield row('tax', t(`reports:tax.${part}`), { count, amount: figures.tax[part] });
  }
  for (const each of figures.unclear) yield row('unclear', t(`reports:sum.${each.key}`), each);
  for (const each of figures.byOperation) yield row('operations', t(`common:operation.${each.key}`), each);
  for (const each of figures.byState) yield row('outcomes', t(dayStateKeys[each.key]), each);
  for (const each of figures.byBrand) yield row('brands', brandOf(each.key, words), each);
  for (const each of figures.byOperator) yield row('operators', each.key, each);
  for (const each of figures.byPart)
    yield row('parts', `${each.part} ${t(`common:operation.${each.operation}`)}`, each);
  for (const section of ['opened', 'waiting'] as const) {
    for (const hold of ['open', 'expired'] as const)
      yield row(section, t(`reports:hold.${hold}`), figures[section][hold]);
  }
}

const paymentRow = (section: ReportSection, payment: ListedPayment, more: Texts, words: Words): readonly string[] =>
  inColumns({
    section: sectionOf(section, words),
    group: words.t(`common:operation.${payment.operation}`),
    currency: payment.currencySign,
    count: '1',
    amount: decimalText(payment.amount),
    at: payment.startedAt,
    operator: payment.operatorName,
    customer: payment.customer ?? '',
    lastFour: payment.lastFour ?? '',
    id: payment.id,
    ...more,
  });

type Texts = Partial<Readonly<Record<ReportColumn, string>>>;

const inColumns = (texts: Texts): readonly string[] => reportColumns.map((column) => texts[column] ?? '');

const sectionOf = (section: ReportSection, { t }: Words): string => t(`reports:export.sections.${section}`);

const brandOf = (brand: CurrencyFigures['byBrand'][number]['key'], { t }: Words): string =>
  brand === 'other' ? t('reports:otherBrand') : t(`common:brand.${brand}`);

/** @returns the name of a file of figures, without its extension: that of a close, where they are of one day */
export const figuresName = (t: Words['t'], { first, last }: Pick<FiguresQuery, 'first' | 'last'>): string =>
  first === last
    ? t('reports:export.name.close', { days: first })
    : t('reports:export.name.figures', { days: `${first}_${last}` });

/** @returns the number of rows in the file */
export function exportReport(
  report: ReportedDays,
  file: string,
  format: ExportFormat,
  words: Words,
): Promise<Result<number>> {
  const { t } = words;
  const heading = (column: ReportColumn): string =>
    t(isColumnLabel(column) ? `common:label.${column}` : `reports:export.columns.${column}`);
  const columns = sheetColumns(reportColumns, heading, ['amount'], ['count']);
  const [sheetName, rows] = [t('reports:export.sheet'), reportRows(report, words)];
  return writtenRows(t, writeTable({ file, format, sheetName, columns, rows }));
}
