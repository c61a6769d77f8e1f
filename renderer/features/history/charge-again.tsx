/** Charges the card of this payment again, without keying it, once the operator confirms that the customer agreed. */
import { Button } from '@mantine/core';
import { IconCreditCardPay } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import { effectiveState } from '#shared/payments/attempt.ts';
import { operationFacts, operationTable } from '#shared/payments/operations.ts';
import { shownData, useAction, useCall } from '#renderer/session/api.ts';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { useActions } from '#renderer/ui/actions.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { useDialogKeys } from '#renderer/ui/dialog-keys.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { outcomeTitleId } from '#renderer/ui/outcome/outcome-panel.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { ChargeAgainForm } from './charge-again-form.tsx';

export function ChargeAgainStep({
  details,
  onShow,
}: {
  readonly details: ShownAttempt;
  readonly onShow: (id: string) => void;
}) {
  const { t } = useText();
  const { merchant } = useSession().merchant;
  const [isOpen, setIsOpen] = useState(false);
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
    // The payment stays chosen when the new one becomes the newest row.
    onShow(details.id);
    setIsOpen(true);
  };
  useActions(t('history:title'), [{ name, said: t('palette:words.again'), run: isOffered ? open : undefined }]);
  if (!isOffered) return null;
  return (
    <>
      <Button variant="default" leftSection={<IconCreditCardPay size={18} aria-hidden />} onClick={open}>
        {name}
      </Button>
      {isOpen && <ChargeAgainDialog attemptId={details.id} onShow={onShow} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function ChargeAgainDialog({
  attemptId,
  onShow,
  onClose,
}: {
  readonly attemptId: string;
  readonly onShow: (id: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useText();
  const found = useCall('payments', 'earlierCard', { attemptId });
  const charge = useAction('payments', 'recharge');
  const earlier = shownData(found);
  const close = (): void => {
    if (!charge.isPending) onClose();
  };
  useDialogKeys({ Escape: close }, earlier === undefined);
  return (
    <Dialog
      home={outcomeTitleId(attemptId)}
      onClose={close}
      title={<strong>{t('history:again.title')}</strong>}
      size={640}
      yOffset={24}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={!charge.isPending}
      // A supervisor may key a passcode in another dialog meanwhile.
      trapFocus={!charge.isPending}
    >
      {found.error !== null && earlier === undefined && <FailureNotice failure={found.error.failure} />}
      {earlier !== undefined && (
        <ChargeAgainForm earlier={earlier} charge={charge} onShow={onShow} onClose={onClose}>
          <ForgetButton attemptId={earlier.attemptId} />
        </ChargeAgainForm>
      )}
    </Dialog>
  );
}

/** Forgets the card. Afterwards the dialog says that it was forgotten. */
function ForgetButton({ attemptId }: { readonly attemptId: string }) {
  const { t } = useText();
  const client = useQueryClient();
  const forget = useAction('payments', 'forgetEarlierCard');
  const mayForget = useMayAct('back-office');
  if (!mayForget) return null;
  return (
    <Button
      variant="subtle"
      loading={forget.isPending}
      onClick={() =>
        forget.mutate(
          { attemptId },
          { onSuccess: () => void client.resetQueries({ queryKey: ['payments', 'earlierCard'] }) },
        )
      }
    >
      {t('history:again.forget')}
    </Button>
  );
}
