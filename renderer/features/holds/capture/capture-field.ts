/** Decides whether a capture asks for the undocumented token field (section 4.2). */
import type { Hold } from '#shared/ledger/holds.ts';
import type { MerchantView } from '#shared/seat/merchant.ts';

export interface FieldQuestion {
  readonly merchantId: string;
  readonly field: string;
}

/** Returns the first unconfirmed field among live holds over the form interface; null when there is none. */
export function questionOf(holds: readonly Hold[], merchants: readonly MerchantView[]): FieldQuestion | null {
  for (const { authorization } of holds) {
    if (authorization.family !== 'form' || authorization.environment !== 'production') continue;
    const merchant = merchants.find((view) => view.merchant.id === authorization.merchantId)?.merchant;
    if (merchant !== undefined && !merchant.captureTokenFieldConfirmed) {
      return { merchantId: merchant.id, field: merchant.captureTokenField };
    }
  }
  return null;
}
