/** The dialog of a request about an earlier payment, over any screen, so that its outcome outlasts the row and the column that it came from. */
import type { LaterStep } from '#renderer/session/navigation.tsx';
import { ChargeAgainDialog } from './charge-again-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { heldAmount, type Hold } from '#shared/ledger/holds.ts';
import { shownData, useAction, useCall } from '#renderer/session/api.ts';
import { useIsPast } from '#renderer/ui/clock.ts';
import { Callout } from '#renderer/ui/parts.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { ReversalDialog } from './reversal-dialog.tsx';
import { useLaterRequest } from './use-later-request.ts';

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
