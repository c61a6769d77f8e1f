/** Tells whether the card of an earlier payment can be charged again with the merchant in use (docs/beyond-the-document.md). */
import type { EarlierCard } from '#electron/core/ports/ledger.ts';
import type { Failure } from '#shared/failure.ts';
import { effectiveState } from '#shared/payments/attempt.ts';
import { operationTable } from '#shared/payments/operations.ts';
import type { Merchant } from '#shared/seat/merchant.ts';

/** Returns why it can't be charged; null when it can. Whether it outlives a void is unproved (field notes). */
export function notChargeable({ first, hold, isForgotten }: EarlierCard, active: Merchant): Failure | null {
  if (active.id !== first.merchantId || active.environment !== first.environment) return { kind: 'merchant-changed' };
  const not = (by: 'merchant' | 'family') => ({ kind: 'not-offered', operation: 'recharge', by }) as const;
  if (operationTable.recharge.types[first.family] === null) return not('family');
  if (!active.allowChargeAgain) return not('merchant');
  const refused = (why: 'not-approved' | 'voided' | 'forgotten') => ({ kind: 'card-not-chargeable', why }) as const;
  if (isForgotten) return refused('forgotten');
  switch (hold) {
    case 'voiding':
    case 'void-unknown':
    case 'voided':
      return refused('voided');
    case 'doubtful':
    case 'altered':
    case 'unlisted':
      return refused('not-approved');
    case null:
    case 'open':
    case 'capturing':
    case 'captured':
    case 'capture-unknown':
      return effectiveState(first) === 'approved' ? null : refused('not-approved');
  }
}
