/** The dialog of a request about an earlier payment, over any screen, so that its outcome outlasts the row and the column that it came from. */
import type { LaterStep } from '#renderer/session/navigation.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { heldAmount, type Hold } from '#shared/ledger/holds.ts';
import { shownData, useAction, useCall } from '#renderer/session/api.ts';
import { useIsPast } from '#renderer/ui/clock.ts';
import { Callout } from '#renderer/ui/parts.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { ReversalDialog } from './reversal-dialog.tsx';
import { useLaterRequest } from './use-later-request.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog, FocusOnOpening } from '#renderer/ui/dialog.tsx';
import { useDialogKeys } from '#renderer/ui/dialog-keys.ts';
import { FailureNotice } from '#renderer/ui/failure-notice.tsx';
import { outcomeTitleId } from '#renderer/ui/outcome/outcome-panel.tsx';
import { Opening } from '#renderer/ui/typing.ts';
import { ChargeAgainForm } from './charge-again-form.tsx';
import { LaterDialog } from './later-dialog.tsx';

export function LaterOverlay({ step, onClose }: { readonly step: LaterStep; readonly onClose: () => void }) {
  switch (step.operation) {
    case 'void':
      return <VoidDialog hold={step.hold} onClose={onClose} />;
    case 'refund':
      return <RefundDialog payment={step.details} onClose={onClose} />;
    case 'recharge':
      return <ChargeAgainDialog attemptId={step.attemptId} onClose={onClose} />;
  }
}

/** Voids one hold, always whole: whether the service takes a part of it is unproved. */
function VoidDialog({
  hold: { id, authorization, expiresAt },
  onClose,
}: {
  readonly hold: Hold;
  readonly onClose: () => void;
}) {
  const { t } = useText();
  const request = useLaterRequest(useAction('holds', 'void'));
  // Another seat may settle it meanwhile.
  const state = shownData(useCall('history', 'show', { id }))?.payment?.hold ?? 'open';
  const isPast = useIsPast(expiresAt);
  const amount = heldAmount(authorization);
  return (
    <ReversalDialog
      operation="void"
      of={authorization}
      whole={amount}
      amount={amount}
      request={request}
      refusal={state === 'open' ? null : { kind: 'hold-not-open', state }}
      home={null}
      onSubmit={(description) => request.send(() => ({ holdId: id, description }))}
      onClose={onClose}
    >
      {isPast && state === 'open' && (
        <Callout tone="unknown" role="status">
          {t('reversals:void.past')}
        </Callout>
      )}
    </ReversalDialog>
  );
}

function ChargeAgainDialog({ attemptId, onClose }: { readonly attemptId: string; readonly onClose: () => void }) {
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
