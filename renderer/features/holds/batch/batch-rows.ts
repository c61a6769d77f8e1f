/** Sums over the rows of a batch, and its tone as a whole. Pure. */
import {
  rowAmount,
  isStillHeld,
  moneyOf,
  resultOf,
  signOf,
  wasInterrupted,
  type RowMoney,
  type RowResult,
} from '#shared/ledger/batch-results.ts';
import { heldAmount, type BatchProgress, type Hold, batchLimit } from '#shared/ledger/holds.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import type { AttemptState } from '#shared/payments/outcome.ts';
import { millisecondsLeft, urgencyOf } from '#renderer/features/holds/queue/hold-time.ts';
import type { Translate } from '#renderer/words/i18n.ts';

interface MoneySum {
  readonly count: number;
  /** Minor units by sign. */
  readonly amounts: ReadonlyMap<string, MinorUnits>;
}

export interface Tally {
  readonly ended: number;
  readonly total: number;
  readonly money: Readonly<Record<RowMoney, MoneySum>>;
  readonly counts: Readonly<Record<RowResult, number>>;
  /** Answers that are not on the record yet. */
  readonly unrecorded: number;
}

export function tallyOf({ rows }: Pick<BatchProgress, 'rows'>): Tally {
  const counts: Record<RowResult, number> = {
    approved: 0,
    declined: 0,
    rejected: 0,
    'not-sent': 0,
    unknown: 0,
    skipped: 0,
    waiting: 0,
    sending: 0,
  };
  const none = () => ({ count: 0, amounts: new Map<string, MinorUnits>() });
  const money = {
    charged: none(),
    unclear: none(),
    notCharged: none(),
    elsewhere: none(),
    unknown: none(),
    open: none(),
  };
  for (const row of rows) {
    counts[resultOf(row)] += 1;
    const sum = money[moneyOf(row)];
    const sign = signOf(row);
    sum.count += 1;
    sum.amounts.set(sign, (sum.amounts.get(sign) ?? 0) + rowAmount(row));
  }
  return {
    ended: rows.length - counts.waiting - counts.sending,
    total: rows.length,
    money,
    counts,
    unrecorded: rows.filter((row) => row.unrecorded !== null).length,
  };
}

/** Returns the tone of the whole batch: the gravest of its rows. */
export function batchTone(progress: BatchProgress, { money, counts, total, unrecorded }: Tally): AttemptState {
  if (money.unknown.count + money.unclear.count > 0 || unrecorded > 0) return 'unknown';
  if (!progress.finished) return 'sending';
  if (money.charged.count === total) return 'approved';
  return counts.declined + counts.rejected > 0 ? 'declined' : 'not-sent';
}

/** Returns the place of the first row in doubt, or else of the first one that charged nothing; 0 where all are charged. */
export function placeToLookAt({ rows }: BatchProgress): number {
  const moneys = rows.map(moneyOf);
  const gravest = (['unknown', 'unclear', 'notCharged', 'elsewhere'] as const).find((money) => moneys.includes(money));
  return gravest === undefined ? 0 : moneys.indexOf(gravest);
}

/** How a batch came to its end. */
export type Ending = 'finished' | 'stopped' | 'interrupted' | 'service' | 'ledger';

export function endingOf(progress: BatchProgress): Ending {
  if (wasInterrupted(progress)) return 'interrupted';
  const reasons = new Set(progress.rows.map(({ skipReason }) => skipReason));
  return (['stopped', 'service', 'ledger'] as const).find((reason) => reasons.has(reason)) ?? 'finished';
}

/** Returns the holds of rows that certainly never left and are still held. */
export const stillHeld = ({ rows }: BatchProgress): readonly string[] =>
  rows.filter(isStillHeld).map(({ holdId }) => holdId);

/** Returns the holds that need no mark any more, because their row was sent or another capture took them. */
export const settledHolds = (progress: BatchProgress | null): ReadonlySet<string> =>
  new Set(
    progress?.rows
      .filter((row) => resultOf(row) !== 'waiting' && resultOf(row) !== 'sending' && !isStillHeld(row))
      .map(({ holdId }) => holdId),
  );

/** Sums up a selection before anything is sent. */
export function summarize(holds: readonly Hold[], now: number) {
  const urgencies = holds.map((hold) => urgencyOf(millisecondsLeft(hold, now)));
  return {
    count: holds.length,
    amount: holds.reduce((sum, hold) => sum + heldAmount(hold.authorization), 0),
    urgent: urgencies.filter((urgency) => urgency === 'second').length,
    expired: urgencies.filter((urgency) => urgency === 'past').length,
    currencySigns: [...new Set(holds.map((hold) => hold.authorization.currencySign))],
  };
}

/** Says in one sentence what the batch did to the money. */
export function headlineOf(t: Translate, { money, total }: Tally): string {
  const unclear = money.unclear.count;
  const charged = money.charged.count + unclear;
  const unknown = money.unknown.count;
  const counts = { count: charged, charged, total, unclear, unknown };
  if (unclear > 0)
    return t(unknown > 0 ? 'holds:batch.headline.unclearUnknown' : 'holds:batch.headline.unclear', counts);
  if (unknown > 0) return t('holds:batch.headline.unknown', counts);
  if (charged === 0) return t('holds:batch.headline.none');
  return charged === total ? t('holds:batch.headline.all', { count: total }) : t('holds:batch.headline.some', counts);
}

/** Says why holds can't be captured together; null when they can. */
export function whyNoBatch(t: Translate, holds: readonly Hold[]): string | null {
  const signs = new Set(holds.map(({ authorization }) => authorization.currencySign));
  if (signs.size > 1) return t('holds:batch.currencies');
  return holds.length > batchLimit ? t('holds:batch.tooMany', { max: batchLimit }) : null;
}
