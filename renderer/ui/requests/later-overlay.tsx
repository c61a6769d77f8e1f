/** The dialog of a request about an earlier payment, over any screen, so that its outcome outlasts the row and the column that it came from. */
import type { LaterStep } from '#renderer/session/navigation.tsx';
import { ChargeAgainDialog } from './charge-again-dialog.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { VoidDialog } from './void-dialog.tsx';

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
