/** The dialog of a void or a refund over any screen, so that its outcome outlasts the row and the column that it came from. */
import type { Reversed } from '#renderer/session/navigation.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { VoidDialog } from './void-dialog.tsx';

export const ReversalOverlay = ({ of, onClose }: { readonly of: Reversed; readonly onClose: () => void }) =>
  of.operation === 'void' ? (
    <VoidDialog hold={of.hold} onClose={onClose} />
  ) : (
    <RefundDialog payment={of.details} onClose={onClose} />
  );
