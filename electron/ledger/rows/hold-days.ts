/** Duration for which an authorization freezes the funds. */
import { oneDay } from '#shared/durations.ts';
import type { NewAttempt } from '#electron/core/ports/ledger.ts';
import { formHoldDays } from '#shared/payments/field-limits.ts';
import { operationTable } from '#shared/payments/operations.ts';

/** Returns at most five days in family B (section 2.3), the merchant's estimate in family A; null without a hold. */
export function holdDays({ operation, family, merchant }: NewAttempt): number | null {
  if (operationTable[operation].opens !== 'hold') return null;
  return family === 'form' ? formHoldDays : merchant.jsonHoldDays;
}

interface Held {
  readonly started_at: string;
  readonly hold_days: number | null;
}

/** Returns the UTC instant at which the hold of an authorization ends. */
export const holdEnd = ({ started_at, hold_days }: Held): string =>
  new Date(Date.parse(started_at) + (hold_days ?? 0) * oneDay).toISOString();
