/** Charges the card of an earlier payment again, without keying it, once the operator confirms that the customer agreed. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { shownData, useAction, useCall } from '#renderer/session/api.ts';
import { ConfirmDialog, FocusOnOpening } from '#renderer/ui/dialog.tsx';
import { useDialogKeys } from '#renderer/ui/dialog-keys.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { outcomeTitleId } from '#renderer/ui/outcome/outcome-panel.tsx';
import { Opening } from '#renderer/ui/typing.ts';
import { useText } from '#renderer/words/i18n.ts';
import { ChargeAgainForm } from './charge-again-form.tsx';
import { LaterDialog } from './later-dialog.tsx';
import { useLaterRequest } from './use-later-request.ts';

export function ChargeAgainDialog({
  attemptId,
  onClose,
}: {
  readonly attemptId: string;
  readonly onClose: () => void;
}) {
  const { t } = useText();
  const found = useCall('payments', 'earlierCard', { attemptId });
  const request = useLaterRequest(useAction('payments', 'recharge'));
  const earlier = shownData(found);
  const [isForgetting, setIsForgetting] = useState(false);
  useDialogKeys({ Escape: onClose }, earlier === undefined && request.attempt === null);
  return (
    <>
      <LaterDialog
        title={t('history:again.title')}
        home={outcomeTitleId(attemptId)}
        request={request}
        onClose={onClose}
      >
        {found.isPending && <Opening />}
        {found.error !== null && earlier === undefined && (
          <>
            {/* The form, which had the focus, may have gone because its card was forgotten. */}
            <FocusOnOpening />
            <FailureNotice failure={found.error.failure} act="reading" />
          </>
        )}
        {earlier !== undefined && (
          <ChargeAgainForm
            earlier={earlier}
            request={request}
            isCovered={isForgetting}
            onForget={() => setIsForgetting(true)}
            onClose={onClose}
          />
        )}
      </LaterDialog>
      {isForgetting && <ForgetDialog attemptId={attemptId} onClose={() => setIsForgetting(false)} />}
    </>
  );
}

/** Forgets the card once it is confirmed. Afterwards the dialog below says that it was forgotten. */
function ForgetDialog({ attemptId, onClose }: { readonly attemptId: string; readonly onClose: () => void }) {
  const { t } = useText();
  const client = useQueryClient();
  const forget = useAction('payments', 'forgetEarlierCard');
  const forgotten = (): void => {
    void client.resetQueries({ queryKey: ['payments', 'earlierCard'] });
    onClose();
  };
  return (
    <ConfirmDialog
      grave
      title={t('history:again.forgetTitle')}
      confirm={t('history:again.forget')}
      busy={forget.isPending}
      onConfirm={() => forget.mutate({ attemptId }, { onSuccess: forgotten })}
      onClose={onClose}
    >
      <p>{t('history:again.forgetText')}</p>
      {forget.error !== null && <FailureNotice failure={forget.error.failure} act="recording" />}
    </ConfirmDialog>
  );
}
