/** The button that refunds what is left of a charge, or why it can't be refunded. */
import { IconArrowBackUp } from '@tabler/icons-react';
import { leftToRefund, type ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useActions } from '#renderer/ui/actions.tsx';
import { reversalKeys, useReversalOffer } from '#renderer/ui/requests/reversal-offer.ts';
import { useText } from '#renderer/words/i18n.ts';
import { KeyButton } from '#renderer/ui/shortcuts.tsx';
import parts from '#renderer/ui/parts.module.css';

export function RefundStep({
  details,
  onOpen,
}: {
  readonly details: ShownAttempt;
  /** Called first: the payment stays chosen when its refund becomes the newest row. */
  readonly onOpen: () => void;
}) {
  const { t } = useText();
  const { openLater } = useNavigation();
  const open = (): void => {
    onOpen();
    openLater({ operation: 'refund', details });
  };
  const isLeft = leftToRefund(details) > 0;
  const offer = useReversalOffer('refund', details);
  const name = t('reversals:refund.open');
  const run = isLeft && offer === 'offered' ? open : undefined;
  useActions(t('nav.history'), [{ name, keys: reversalKeys, said: t('palette:words.refund'), run }]);
  if (!isLeft || offer === 'hidden') return null;
  if (offer !== 'offered') return <p className={parts.note}>{t(`failures:not-offered.${offer}.refund`)}</p>;
  return (
    <KeyButton variant="default" icon={IconArrowBackUp} keys={reversalKeys} onClick={open}>
      {name}
    </KeyButton>
  );
}
