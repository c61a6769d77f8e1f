/**
 * Rows of a report's export: one for each close of the day, one for each figure, then one for each payment without an answer and
 * each open hold.
 */
import type { MoneySum, RecordedOperation } from '#shared/payments/operations.ts';
import type { AmountDoubt } from '#shared/payments/attempt.ts';
import type { DayClose } from '#shared/reports/day-close.ts';
import { decimalText } from '#shared/payments/money.ts';
import {
  figureOf,
  givenBack,
  type CurrencyFigures,
  type DayState,
  type Figure,
  type Figures,
  type ListedPayment,
  type TaxFigures,
} from '#shared/reports/figures.ts';

const sections = [
  'closes',
  'purged',
  'sums',
  'tax',
  'operations',
  'outcomes',
  'brands',
  'operators',
  'parts',
  'opened',
  'waiting',
  'unclear',
  'unconfirmed',
  'unclearPayments',
  'openHolds',
] as const;
type ReportSection = (typeof sections)[number];
type HoldGroup = 'open' | 'expired';

export interface ReportWords {
  readonly heading: (column: ReportColumn) => string;
  readonly section: (section: ReportSection) => string;
  readonly sum: (sum: MoneySum | 'net') => string;
  readonly tax: (part: keyof TaxFigures) => string;
  readonly operation: (operation: RecordedOperation) => string;
  readonly state: (state: DayState) => string;
  readonly brand: (brand: CurrencyFigures['byBrand'][number]['key']) => string;
  readonly hold: (hold: HoldGroup) => string;
  readonly amountDoubt: (doubt: AmountDoubt) => string;
}

export const reportColumns = [
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

export interface ReportedDays {
  readonly figures: Figures;
  /** Newest first. */
  readonly closes: readonly DayClose[];
}

/** Yields the texts of each row in the order of `reportColumns`. */
export async function* reportRows(
  { figures: { currencies, purgedBefore, unconfirmed, unclear, openHolds }, closes }: ReportedDays,
  words: ReportWords,
): AsyncGenerator<readonly string[]> {
  for (const close of closes) {
    yield inColumns({
      section: words.section('closes'),
      group: close.merchantName,
      at: close.closedAt,
      operator: close.operatorName,
      seat: close.seat,
      id: close.id,
    });
  }
  if (purgedBefore !== null) yield inColumns({ section: words.section('purged'), at: purgedBefore });
  for (const figures of currencies) yield* figureRows(figures, words);
  for (const payment of unconfirmed) yield paymentRow('unconfirmed', payment, {}, words);
  for (const payment of unclear) {
    yield paymentRow('unclearPayments', payment, { amountDoubt: words.amountDoubt(payment.amountDoubt) }, words);
  }
  for (const hold of openHolds) yield paymentRow('openHolds', hold, { expiresAt: hold.expiresAt }, words);
}

function* figureRows(figures: CurrencyFigures, words: ReportWords): Generator<readonly string[]> {
  const row = (section: ReportSection, group: string, { count, amount }: Figure): readonly string[] =>
    inColumns({
      section: words.section(section),
      group,
      currency: figures.sign,
      count: String(count),
      amount: decimalText(amount),
    });
  for (const each of figures.sums.filter(({ key }) => key === 'charged' || key === 'held'))
    yield row('sums', words.sum(each.key), each);
  for (const each of givenBack(figures.sums)) yield row('sums', words.sum(each.key), each);
  const { count } = figureOf(figures.sums, 'charged');
  for (const part of ['amount', 'withheld'] as const) {
    yield row('tax', words.tax(part), { count, amount: figures.tax[part] });
  }
  for (const each of figures.unclear) yield row('unclear', words.sum(each.key), each);
  for (const each of figures.byOperation) yield row('operations', words.operation(each.key), each);
  for (const each of figures.byState) yield row('outcomes', words.state(each.key), each);
  for (const each of figures.byBrand) yield row('brands', words.brand(each.key), each);
  for (const each of figures.byOperator) yield row('operators', each.key, each);
  for (const each of figures.byPart) yield row('parts', `${each.part} ${words.operation(each.operation)}`, each);
  for (const section of ['opened', 'waiting'] as const) {
    for (const hold of ['open', 'expired'] as const) yield row(section, words.hold(hold), figures[section][hold]);
  }
}

const paymentRow = (
  section: ReportSection,
  payment: ListedPayment,
  more: Texts,
  words: ReportWords,
): readonly string[] =>
  inColumns({
    section: words.section(section),
    group: words.operation(payment.operation),
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
