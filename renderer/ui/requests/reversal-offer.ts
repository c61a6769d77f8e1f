/** Tells whether a void or a refund is offered for an attempt, and if not, why. */
import { type Attempt, effectiveState } from '#shared/payments/attempt.ts';
import { operationTable, operationFacts } from '#shared/payments/operations.ts';
import { reversalSettings, type ReversalOperation } from '#shared/seat/merchant.ts';
import { useCall } from '#renderer/session/api.ts';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useActions } from '#renderer/ui/actions.tsx';
import { useText } from '#renderer/words/i18n.ts';

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

/**
 * Offers it in the palette, too, under the heading. Returns what opens the dialog; undefined where it is not offered.
 * @param onOpen called first
 */
export function useChargeAgain(heading: string, attempt: Attempt, onOpen?: () => void): (() => void) | undefined {
  const { t } = useText();
  const { openLater } = useNavigation();
  const { merchant } = useSession().merchant;
  const { countsIn } = operationFacts(attempt.operation);
  const isOffered =
    merchant.allowChargeAgain &&
    merchant.id === attempt.merchantId &&
    merchant.environment === attempt.environment &&
    operationTable.recharge.types[attempt.family] !== null &&
    (countsIn === 'charged' || countsIn === 'held') &&
    effectiveState(attempt) === 'approved';
  const open = (): void => {
    onOpen?.();
    openLater({ operation: 'recharge', attemptId: attempt.id });
  };
  const run = isOffered ? open : undefined;
  useActions(heading, [{ name: t('history:again.open'), said: t('palette:words.again'), run }]);
  return run;
}
