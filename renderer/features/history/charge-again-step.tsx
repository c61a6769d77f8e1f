/** The button that charges the card of this payment again, without keying it. */
import { Button } from '@mantine/core';
import { IconCreditCardPay } from '@tabler/icons-react';
import type { ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import { effectiveState } from '#shared/payments/attempt.ts';
import { operationFacts, operationTable } from '#shared/payments/operations.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useSession } from '#renderer/session/session.tsx';
import { useActions } from '#renderer/ui/actions.tsx';
import { useText } from '#renderer/words/i18n.ts';

export function ChargeAgainStep({
  details,
  onOpen,
}: {
  readonly details: ShownAttempt;
  /** Called first: the payment stays chosen when the new one becomes the newest row. */
  readonly onOpen: () => void;
}) {
  const { t } = useText();
  const { openLater } = useNavigation();
  const { merchant } = useSession().merchant;
  const { countsIn } = operationFacts(details.operation);
  const isOffered =
    merchant.allowChargeAgain &&
    merchant.id === details.merchantId &&
    merchant.environment === details.environment &&
    operationTable.recharge.types[details.family] !== null &&
    (countsIn === 'charged' || countsIn === 'held') &&
    effectiveState(details) === 'approved';
  const name = t('history:again.open');
  const open = (): void => {
    onOpen();
    openLater({ operation: 'recharge', attemptId: details.id });
  };
  useActions(t('history:title'), [{ name, said: t('palette:words.again'), run: isOffered ? open : undefined }]);
  if (!isOffered) return null;
  return (
    <Button variant="default" leftSection={<IconCreditCardPay size={18} aria-hidden />} onClick={open}>
      {name}
    </Button>
  );
}
