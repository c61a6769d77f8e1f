/** Tells whether a void or a refund is offered for an attempt, and if not, why. */
import type { Attempt } from '#shared/payments/attempt.ts';
import { operationTable } from '#shared/payments/operations.ts';
import { reversalSettings, type ReversalOperation } from '#shared/seat/merchant.ts';
import { useCall } from '#renderer/session/api.ts';
import { useMayAct, useSession } from '#renderer/session/session.tsx';

/** Key of the button that opens the dialog. Another one than that of any other next step, and than the one that sends. */
export const reversalKeys = 'Mod+Shift+X';

/** `hidden`: not for this role, or under the band of another environment. The other refusals are said. */
type Offer = 'offered' | 'hidden' | 'merchant' | 'family';

export function useReversalOffer(operation: ReversalOperation, { environment, family, merchantId }: Attempt): Offer {
  const { merchant: inUse } = useSession().merchant;
  const mayAct = useMayAct(operationTable[operation].role);
  const merchants = useCall('merchants', 'list', undefined).data ?? [];
  const merchant = merchants.find((view) => view.merchant.id === merchantId)?.merchant;
  if (!mayAct || environment !== inUse.environment || merchant === undefined) return 'hidden';
  if (operationTable[operation].types[family] === null) return 'family';
  return merchant[reversalSettings[operation]] ? 'offered' : 'merchant';
}
