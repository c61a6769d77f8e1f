/** Derives a hold's end from its authorization, and its state from the last operation that was to settle it. */
import { oneDay } from '#shared/durations.ts';
import type { OperationFacts } from '#shared/payments/operations.ts';
import type { HoldState } from '#shared/payments/hold-state.ts';
import type { ListedRow } from './attempt-columns.ts';

/**
 * Returns the state of the hold after an operation on it. When the service refuses because the authorization was already
 * captured (622), reversed (623) or voided (661; field notes), nothing can settle the hold any more. It leaves the queue,
 * and the refused attempt shows the reason.
 */
export function holdAfter(
  row: Pick<ListedRow, 'standing' | 'family' | 'service_code'>,
  settles: NonNullable<OperationFacts['settles']>,
): HoldState {
  switch (row.standing) {
    case 'sending':
    case 'approved':
    case 'unknown':
      return settles[row.standing];
    case 'rejected':
      if (row.family !== 'json') return 'open';
      if (row.service_code === '622') return 'captured';
      return row.service_code === '623' || row.service_code === '661' ? 'voided' : 'open';
    case 'declined':
    case 'not-sent':
      return 'open';
  }
}

interface Held {
  readonly started_at: string;
  readonly hold_days: number | null;
}

/** Returns the UTC instant at which the hold of an authorization ends. */
export const holdEnd = ({ started_at, hold_days }: Held): string =>
  new Date(Date.parse(started_at) + (hold_days ?? 0) * oneDay).toISOString();
