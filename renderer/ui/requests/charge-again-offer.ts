/** Offers a further charge of the card of an attempt, as far as the page can tell. Main decides. */
import { effectiveState, type Attempt } from '#shared/payments/attempt.ts';
import { operationFacts, operationTable } from '#shared/payments/operations.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useSession } from '#renderer/session/session.tsx';
import { useActions } from '#renderer/ui/actions.tsx';
import { useText } from '#renderer/words/i18n.ts';

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
