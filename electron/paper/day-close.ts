/**
 * The figures of days on paper: who closed the day, the sums of each currency, and the lists of what is not settled. Has no
 * names of customers, because it is printed every day and lies about.
 */
import { amountDoubtWords } from '#shared/words/amount-words.ts';
import { reconciledWords } from '#shared/words/reconciled-words.ts';
import { operationFacts } from '#shared/payments/operations.ts';
import type { DayClose } from '#shared/reports/day-close.ts';
import {
  dayStateKeys,
  figureOf,
  givenBack,
  notListed,
  type CurrencyFigures,
  type Figure,
  type Figures,
  type ListedPayment,
} from '#shared/reports/figures.ts';
import { closedBy, sinceClose } from './closed-by.ts';
import { html, type Markup } from './html.ts';
import { sheet, signatures, type Paper, type SheetFrame } from './page.ts';
import { maskedCard, writtenDays, type PaperWords } from './paper-words.ts';
import { sums, table, type TableColumn } from './table.ts';

export interface DayClosePaper extends SheetFrame {
  /** Local days, both included. */
  readonly first: string;
  readonly last: string;
  readonly figures: Figures;
  /** Closes of the day, newest first; empty for a range, and for a day that is not closed. */
  readonly closes: readonly DayClose[];
  /** Sign of days without payments. */
  readonly currencySign: string;
}

export function dayClosePaper(words: PaperWords, { first, last, figures, closes, ...paper }: DayClosePaper): Paper {
  const { t, money, moment } = words;
  const { currencySign, ...frame } = paper;
  const facts = {
    ...frame,
    title: t(first === last ? 'reports:title' : 'reports:export.sheet'),
    lines: [
      writtenDays(words, first, last),
      ...(frame.merchant === null ? [t('reports:allMerchants')] : []),
      ...closedBy(words, first === last ? closes : null, frame.merchant === null),
      ...reconciledWords(t, words, figures.reconciled),
      ...(figures.purgedBefore === null ? [] : [t('reports:purged', { moment: moment(figures.purgedBefore) })]),
    ],
  };
  const latest = frame.merchant === null || first !== last ? undefined : closes[0];
  const nothing = html`<p>${t('reports:sum.charged')}: ${money(0, currencySign)}</p>`;
  return sheet(
    words,
    facts,
    html`${latest === undefined ? null : sinceClose(words, latest, figures)}
    ${figures.currencies.length === 0 ? nothing : figures.currencies.map((each) => ofCurrency(words, each))}
    ${paymentList(words, figures, {
      title: t('reports:unconfirmed'),
      payments: figures.unconfirmed,
      columns: [],
      totalOf: ({ byState }) => figureOf(byState, 'unknown'),
      rest: 'reports:more',
    })}
    ${paymentList(words, figures, {
      title: t('reports:unclear'),
      note: t('reports:unclearText'),
      payments: figures.unclear,
      columns: [{ heading: t('reports:answer'), cell: ({ amountDoubt }) => amountDoubtWords(t, amountDoubt) }],
      totalOf: ({ byState }) => figureOf(byState, 'amount-unconfirmed'),
      rest: 'reports:more',
    })}
    ${paymentList(words, figures, {
      title: t('reports:openHolds'),
      payments: figures.openHolds,
      columns: [{ heading: t('holds:review.expires'), cell: ({ expiresAt }) => words.moment(expiresAt), kind: 'firm' }],
      totalOf: ({ waiting }) => added(waiting),
      rest: 'reports:moreHolds',
    })}
    ${first === last ? signatures(words, t('reports:signature.closed')) : null}`,
  );
}

function ofCurrency(words: PaperWords, figures: CurrencyFigures): Markup {
  const { t, money } = words;
  const { sign, tax, opened, waiting } = figures;
  const named = (label: string, figure: Figure, note: string) => ({ label, amount: money(figure.amount, sign), note });
  const charged = figureOf(figures.sums, 'charged');
  const held = figureOf(figures.sums, 'held');
  const unknown = figureOf(figures.byState, 'unknown');
  const unclear = figureOf(figures.byState, 'amount-unconfirmed');
  return html`${sums([
      named(t('reports:sum.charged'), charged, t('reports:payments', { count: charged.count })),
      ...givenBack(figures.sums).map((each) =>
        named(
          t(`reports:sum.${each.key}`),
          each,
          t(each.key === 'released' ? 'holds:totals.count' : 'reports:payments', { count: each.count }),
        ),
      ),
      {
        label: t('reports:tax.amount'),
        amount: money(tax.amount, sign),
        note: t('reports:tax.note', { withheld: money(tax.withheld, sign) }),
      },
      named(
        t('reports:opened'),
        held,
        [
          t('holds:totals.count', { count: held.count }),
          ...(opened.open.count > 0 ? [t('reports:openedOpen', { count: opened.open.count })] : []),
          ...(opened.expired.count > 0 ? [t('reports:openedExpired', { count: opened.expired.count })] : []),
        ].join(', '),
      ),
      named(t('reports:export.sections.waiting'), waiting.open, waitingNote(words, figures)),
      named(t('reports:unconfirmed'), unknown, t('reports:payments', { count: unknown.count })),
      ...(unclear.count === 0
        ? []
        : [named(t('reports:unclear'), unclear, t('reports:payments', { count: unclear.count }))]),
    ])}
    <div class="side">
      ${grouping(
        words,
        sign,
        t('reports:sum.charged'),
        figures.byOperation
          .filter(({ key }) => operationFacts(key).countsIn === 'charged')
          .map((row) => ({ ...row, name: t(`common:operation.${row.key}`) })),
        charged,
      )}
      ${grouping(
        words,
        sign,
        t('reports:export.sections.outcomes'),
        figures.byState.map((row) => ({ ...row, name: t(dayStateKeys[row.key]) })),
      )}
      ${grouping(
        words,
        sign,
        t('reports:export.sections.operators'),
        figures.byOperator.map((row) => ({ ...row, name: row.key })),
        charged,
      )}
      ${grouping(
        words,
        sign,
        t('reports:export.sections.brands'),
        figures.byBrand.map((row) => ({
          ...row,
          name: row.key === 'other' ? t('reports:otherBrand') : t(`common:brand.${row.key}`),
        })),
        charged,
      )}
    </div>`;
}

/** Says beside the holds that wait how many are beyond their time, because no money is reserved for them any more. */
function waitingNote({ t, money }: PaperWords, { sign, waiting: { open, expired } }: CurrencyFigures): string {
  const holds = t('holds:totals.count', { count: open.count });
  if (expired.count === 0) return holds;
  return `${holds}. ${t('reports:waitingExpired', { count: expired.count, total: money(expired.amount, sign) })}`;
}

interface NamedFigure extends Figure {
  readonly name: string;
}

/** @param total the last line; null where the groups overlap, so that they have no sum */
function grouping(
  { t, money, count }: PaperWords,
  sign: string,
  title: string,
  rows: readonly NamedFigure[],
  total: Figure | null = null,
): Markup | null {
  if (rows.length === 0) return null;
  const columns: readonly TableColumn<NamedFigure>[] = [
    { heading: t('reports:export.columns.group'), cell: ({ name }) => name },
    { heading: t('reports:export.columns.count'), cell: (row) => count(row.count), kind: 'right' },
    { heading: t('common:label.amount'), cell: (row) => money(row.amount, sign), kind: 'right' },
  ];
  const sum =
    total === null ? null : [t('reports:export.sections.sums'), count(total.count), money(total.amount, sign)];
  return html`<section>
    <h2>${title}</h2>
    ${table(columns, rows, sum)}
  </section>`;
}

const added = ({ open, expired }: CurrencyFigures['waiting']): Figure => ({
  count: open.count + expired.count,
  amount: open.amount + expired.amount,
});

interface PaymentList<Each extends ListedPayment> {
  readonly title: string;
  readonly note?: string;
  readonly payments: readonly Each[];
  /** Columns besides those that every list has. */
  readonly columns: readonly TableColumn<Each>[];
  /** Sum of all of them, listed or not. */
  readonly totalOf: (figures: CurrencyFigures) => Figure;
  /** Says how many are not listed, and where they are. */
  readonly rest: 'reports:more' | 'reports:moreHolds';
}

function paymentList<Each extends ListedPayment>(
  words: PaperWords,
  { currencies }: Figures,
  { title, note, payments, columns, totalOf, rest }: PaymentList<Each>,
): Markup | null {
  const { t, money, moment } = words;
  if (payments.length === 0) return null;
  const card = ({ brand, lastFour }: ListedPayment): string =>
    maskedCard(words, brand === null || lastFour === null ? null : { brand, lastFour });
  const rests = currencies.flatMap((figures) => {
    const { sign } = figures;
    const left = notListed(
      totalOf(figures),
      payments.filter(({ currencySign }) => currencySign === sign),
    );
    return left.count > 0 ? [t(rest, { count: left.count, amount: money(left.amount, sign) })] : [];
  });
  return html`<h2>${title}</h2>
    ${note === undefined ? null : html`<p>${note}</p>`}
    ${table<Each>(
      [
        { heading: t('common:label.time'), cell: ({ startedAt }) => moment(startedAt), kind: 'firm' },
        { heading: t('common:label.card'), cell: card, kind: 'firm' },
        { heading: t('common:label.operator'), cell: ({ operatorName }) => operatorName },
        ...columns,
        {
          heading: t('common:label.amount'),
          cell: ({ amount, currencySign }) => money(amount, currencySign),
          kind: 'right',
        },
      ],
      payments,
    )}
    ${rests.map((text) => html`<p class="note"><strong>${text}</strong></p>`)}`;
}
