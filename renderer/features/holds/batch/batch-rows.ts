/** Sums over the rows of a batch, and the rows that may be tried again. Pure. */
import { heldAmount, type BatchProgress, type BatchRow, type Hold } from '#shared/ledger/holds.ts';
import type { MinorUnits } from '#shared/payments/money.ts';
import type { Outcome } from '#shared/payments/outcome.ts';
import { countedAmount, effectiveState } from '#shared/payments/attempt.ts';
import { millisecondsLeft, urgencyOf } from '#renderer/features/holds/queue/hold-time.ts';

type RowResult = Outcome | 'skipped' | 'waiting' | 'sending';

/** Returns the result of a row. A resolved unknown counts as its resolution. */
function resultOf(row: BatchRow): RowResult {
  if (row.status !== 'done') return row.status;
  return row.attempt === null ? 'unknown' : effectiveState(row.attempt);
}

export interface Tally {
  readonly ended: number;
  readonly total: number;
  /** Money charged by approved rows, in minor units. */
  readonly charged: MinorUnits;
  readonly counts: Readonly<Record<RowResult, number>>;
}

export function tallyOf(progress: BatchProgress): Tally {
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
  let charged = 0;
  for (const row of progress.rows) {
    const result = resultOf(row);
    counts[result] += 1;
    if (result === 'approved') charged += row.attempt === null ? row.amount : countedAmount(row.attempt);
  }
  return {
    ended: progress.rows.length - counts.waiting - counts.sending,
    total: progress.rows.length,
    charged,
    counts,
  };
}

/** Returns the holds of rows that certainly never left, except those taken by another seat. */
export function retryable(progress: BatchProgress): readonly string[] {
  return progress.rows
    .filter((row) => {
      const result = resultOf(row);
      return result === 'not-sent' || (result === 'skipped' && row.skipReason !== 'taken');
    })
    .map((row) => row.holdId);
}

export interface SelectionSummary {
  readonly count: number;
  readonly amount: MinorUnits;
  readonly urgent: number;
  readonly expired: number;
  readonly currencySigns: readonly string[];
}

/** Sums up a selection before anything is sent. */
export function summarize(holds: readonly Hold[], now: number): SelectionSummary {
  const urgencies = holds.map((hold) => urgencyOf(millisecondsLeft(hold, now)));
  return {
    count: holds.length,
    amount: holds.reduce((sum, hold) => sum + heldAmount(hold.authorization), 0),
    urgent: urgencies.filter((urgency) => urgency === 'second').length,
    expired: urgencies.filter((urgency) => urgency === 'past').length,
    currencySigns: [...new Set(holds.map((hold) => hold.authorization.currencySign))],
  };
}
