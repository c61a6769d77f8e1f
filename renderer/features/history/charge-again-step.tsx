/** The button that charges the card of this payment again, without keying it. */
import { IconCreditCardPay } from '@tabler/icons-react';
import type { ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import { useChargeAgain } from '#renderer/ui/requests/charge-again-offer.ts';
import { useText } from '#renderer/words/i18n.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';

export function ChargeAgainStep({
  details,
  onOpen,
}: {
  readonly details: ShownAttempt;
  /** Called first: the payment stays chosen when the new one becomes the newest row. */
  readonly onOpen: () => void;
}) {
  const { t } = useText();
  const open = useChargeAgain(t('nav.history'), details, onOpen);
  return (
    open !== undefined && (
      <KeyButton variant="default" icon={IconCreditCardPay} onClick={open}>
        {t('history:again.open')}
      </KeyButton>
    )
  );
}
