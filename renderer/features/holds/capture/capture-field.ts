/** Whether a capture raises the question of the undocumented field (section 4.2). */
import type { Hold } from '#shared/ledger/holds.ts';
import type { MerchantView } from '#shared/seat/merchant.ts';

export interface FieldQuestion {
  readonly merchantId: string;
  readonly field: string;
}

/** The first question that the holds raise: live, over the form interface, by a merchant whose field nobody has confirmed. */
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
