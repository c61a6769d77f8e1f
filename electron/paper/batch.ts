/** The results of a batch on paper: the sums by the fate of the money, then every row. */
import {
  captureReference,
  holdReference,
  moneyOf,
  resultOf,
  rowAmount,
  rowMoneys,
  signOf,
  wasInterrupted,
  type RowMoney,
} from '#shared/ledger/batch-results.ts';
import type { BatchProgress, BatchRow } from '#shared/ledger/holds.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import { html } from './html.ts';
import { sheet, type Paper, type SheetFacts } from './page.ts';
import { maskedCard, type PaperWords } from './paper-words.ts';
import { sums, table } from './table.ts';

export interface BatchPaper extends Pick<SheetFacts, 'size' | 'merchant' | 'environment' | 'printed'> {
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
        t('paper:batch.rows', { count: rows.length }),
        ...(wasInterrupted(batch) ? [t('holds:batch.ending.interrupted')] : []),
      ],
    },
    html`${sums(
      fates.map(({ fate, inside }) => ({
        label: t(`holds:batch.money.${fate}`),
        amount: sumBySign(inside, rowAmount, signOf)
          .map(([sign, sum]) => money(sum, sign))
          .join(' · '),
        note: t('paper:batch.captures', { count: inside.length }),
      })),
    )}
    ${table<BatchRow>(
      [
        { heading: '', cell: (row) => count(rows.indexOf(row) + 1), kind: 'right' },
        { heading: t('holds:columns.customer'), cell: (row) => customerOf(words, row) },
        {
          heading: t('holds:columns.card'),
          cell: ({ authorization }) => maskedCard(words, authorization?.card ?? null),
          kind: 'firm',
        },
        {
          heading: t('holds:batch.columns.result'),
          cell: (row) => html`${resultWords(words, row)}<small>${reasonsOf(words, row)}</small>`,
        },
        { heading: t('holds:batch.reference'), cell: (row) => captureReference(row) ?? holdReference(row) },
        { heading: t('holds:columns.amount'), cell: (row) => money(rowAmount(row), signOf(row)), kind: 'right' },
      ],
      rows,
    )}`,
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

function customerOf({ t }: PaperWords, { authorization }: BatchRow): string {
  if (authorization === null) return t('holds:batch.noHold');
  return `${authorization.firstName} ${authorization.lastName}`.trim() || t('holds:batch.noName');
}

const moneyInResult: ReadonlySet<RowMoney> = new Set<RowMoney>(['charged', 'elsewhere']);

/** Says what happened to the money where the outcome alone does not. */
function resultWords({ t }: PaperWords, row: BatchRow): string {
  const money = moneyOf(row);
  if (moneyInResult.has(money)) return t(`holds:batch.money.${money}`);
  const result = resultOf(row);
  return result === 'skipped' || result === 'waiting'
    ? t(`holds:batch.result.${result}`)
    : t(`outcomes:state.${result}`);
}

function reasonsOf({ t }: PaperWords, { skipReason, attempt, unrecorded }: BatchRow): string {
  if (skipReason !== null) return t(`holds:batch.why.${skipReason}`);
  const reasons = [
    attempt?.state === 'not-sent' ? t(`outcomes:notSent.cause.${attempt.notSentCause ?? 'other'}`) : null,
    attempt?.state === 'unknown' ? t(`outcomes:unknown.cause.${attempt.unknownCause ?? 'no-answer'}`) : null,
    attempt?.state === 'declined' || attempt?.state === 'rejected'
      ? [attempt.service.code, attempt.service.text].filter((part) => part !== null).join(' ')
      : null,
    unrecorded === null ? null : t(`holds:batch.unrecorded.${unrecorded}`),
  ];
  return reasons.filter((reason) => reason !== null).join(' ');
}
