/** The results of a batch on paper: the sums by the fate of the money, then every row. */
import {
  captureReference,
  holdReference,
  moneyOf,
  rowAmount,
  rowMoneys,
  signOf,
  wasInterrupted,
} from '#shared/ledger/batch-results.ts';
import type { BatchProgress, BatchRow } from '#shared/ledger/holds.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import { rowName, rowWords } from '#shared/words/row-words.ts';
import { html, type Markup } from './html.ts';
import { sheet, signatures, type Paper, type SheetFrame } from './page.ts';
import { maskedCard, outcomeFormats, type PaperWords } from './paper-words.ts';
import { sums, table } from './table.ts';

export interface BatchPaper extends SheetFrame {
  readonly batch: BatchProgress;
}

export function batchPaper(words: PaperWords, { batch, ...frame }: BatchPaper): Paper {
  const { t, moment, money, count } = words;
  const { rows } = batch;
  const fates = rowMoneys.flatMap((fate) => {
    const inside = rows.filter((row) => moneyOf(row) === fate);
    return inside.length === 0 ? [] : [{ fate, inside }];
  });
  return sheet(
    words,
    {
      ...frame,
      title: t('paper:batch.title'),
      lines: [
        t('holds:batch.started', { time: moment(batch.startedAt) }),
        t('holds:totals.count', { count: rows.length }),
        ...(wasInterrupted(batch) ? [t('holds:batch.ending.interrupted')] : []),
      ],
    },
    html`${sums(
      fates.map(({ fate, inside }) => ({
        label: t(`holds:batch.money.${fate}`),
        amount: sumBySign(inside, rowAmount, signOf)
          .map(([sign, sum]) => money(sum, sign))
          .join(' · '),
        note: t('holds:totals.count', { count: inside.length }),
      })),
    )}
    ${table<BatchRow>(
      [
        { heading: '', cell: (row) => count(rows.indexOf(row) + 1), kind: 'right' },
        { heading: t('common:label.customer'), cell: (row) => rowName(t, row) },
        {
          heading: t('common:label.card'),
          cell: ({ authorization }) => maskedCard(words, authorization?.card ?? null),
          kind: 'firm',
        },
        {
          heading: t('common:label.result'),
          cell: (row) => {
            const { label, why, next } = rowWords(t, outcomeFormats(words), row);
            const codeOf = (name: 'reference' | 'holdReference', code: string | null): Markup | null =>
              code === null ? null : html`${t(`holds:batch.${name}`)}: <span class="code">${code}</span>`;
            // Names the next step and the reference of each capture that was sent and is not known to be charged.
            const isOpen = row.attempt !== null && moneyOf(row) !== 'charged';
            const further = isOpen ? [next, codeOf('holdReference', holdReference(row))] : [];
            const lines = [why, ...further, codeOf('reference', captureReference(row))];
            return html`${label}${lines.map((line) => (line === null ? null : html`<small>${line}</small>`))}`;
          },
        },
        { heading: t('common:label.amount'), cell: (row) => money(rowAmount(row), signOf(row)), kind: 'right' },
      ],
      rows,
    )}
    ${signatures(words, t('paper:batch.signature'))}`,
  );
}

/** Adds amounts, each currency by itself, because amounts of several have no sum. */
export function sumBySign<Row>(
  rows: readonly Row[],
  amountOf: (row: Row) => MinorUnits,
  signOfRow: (row: Row) => string,
): readonly (readonly [sign: string, sum: MinorUnits])[] {
  const found = new Map<string, MinorUnits>();
  for (const row of rows) found.set(signOfRow(row), (found.get(signOfRow(row)) ?? 0) + amountOf(row));
  return [...found];
}
