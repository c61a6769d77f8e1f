/** Words for a batch and its rows: the money first, then the reason, then the next step. */
import { captureReference, moneyOf, resultOf } from '#shared/ledger/batch-results.ts';
import type { BatchProgress, BatchRow } from '#shared/ledger/holds.ts';
import type { Formats } from '#renderer/words/formats.ts';
import type { Translate } from '#renderer/words/i18n.ts';
import { customerName } from '#renderer/words/customer-name.ts';
import { differenceLine, shownDifferences } from '#renderer/words/differences.ts';
import { outcomeWords } from '#renderer/words/outcome-words.ts';
import type { Tally } from './batch-rows.ts';

export interface RowWords {
  /** Says what happened to the money. */
  readonly title: string;
  readonly reasons: readonly string[];
  readonly next: string | null;
  /** One line for a list: why a row was not charged, or the reference of one that was. */
  readonly brief: string;
}

export function rowWords(t: Translate, formats: Formats, row: BatchRow): RowWords {
  const { attempt, skipReason, unrecorded } = row;
  const notes = unrecorded === null ? [] : [t(`holds:batch.unrecorded.${unrecorded}`)];
  if (attempt !== null) {
    const context = row.authorization === null ? {} : { holdMadeAt: row.authorization.startedAt };
    const { title, reasons, next } = outcomeWords(t, formats, attempt, context);
    const difference = shownDifferences(attempt).map((each) => differenceLine(t, formats, attempt, each));
    const charged = moneyOf(row) === 'charged' ? [captureReference(row) ?? ''] : reasons;
    return {
      title,
      reasons: [...notes, ...difference, ...reasons],
      next,
      brief: [...notes, ...difference, ...charged].join(' '),
    };
  }
  if (skipReason !== null) {
    const why = t(`holds:batch.why.${skipReason}`);
    return { title: t(`holds:batch.told.${toldOf(row)}`), reasons: [why], next: null, brief: why };
  }
  const result = resultOf(row);
  const title =
    result === 'unknown'
      ? t('holds:batch.told.lost')
      : t(`holds:batch.result.${result === 'sending' ? result : 'waiting'}`);
  return { title, reasons: [], next: null, brief: result === 'unknown' ? title : '' };
}

function toldOf(row: BatchRow): 'held' | 'elsewhere' | 'unknown' | 'closed' {
  const money = moneyOf(row);
  if (money === 'elsewhere' || money === 'unknown') return money;
  const { skipReason } = row;
  const isClosed =
    skipReason === 'voided' || skipReason === 'unlisted' || skipReason === 'not-found' || skipReason === 'twice';
  return isClosed ? 'closed' : 'held';
}

/** Returns the customer of a row, so that it can be called. */
export function rowName(t: Translate, { authorization }: BatchRow): string {
  if (authorization === null) return t('holds:batch.noHold');
  return customerName(authorization) || t('holds:batch.noName');
}

/** Says in one sentence what the batch did to the money. */
export function headlineOf(t: Translate, { money, total }: Tally): string {
  const charged = money.charged.count;
  const unknown = money.unknown.count;
  if (unknown > 0) return t('holds:batch.headline.unknown', { count: charged, total, unknown });
  if (charged === 0) return t('holds:batch.headline.none');
  return charged === total
    ? t('holds:batch.headline.all', { count: total })
    : t('holds:batch.headline.some', { count: charged, total });
}

/** Names the rows that need somebody: those that were not charged, unknown ones first. */
export function namesToLookAt(t: Translate, { rows }: Pick<BatchProgress, 'rows'>, most: number): string {
  const unknown = rows.filter((row) => moneyOf(row) === 'unknown');
  const others = rows.filter((row) => moneyOf(row) === 'notCharged' || moneyOf(row) === 'elsewhere');
  const names = [...unknown, ...others].map((row) => rowName(t, row));
  const more = names.length - most;
  return [...names.slice(0, most), ...(more > 0 ? [t('holds:batch.blocked.more', { count: more })] : [])].join(', ');
}
