/** The dialog of a void or a refund over any screen, so that its outcome outlasts the row and the column that it came from. */
import { useEffect, useRef } from 'react';
import type { Reversed } from '#renderer/session/navigation.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { VoidDialog } from './void-dialog.tsx';

export function ReversalOverlay({ of, onClose }: { readonly of: Reversed; readonly onClose: () => void }) {
  // A locked seat hides the screens, but not what lies over them.
  const close = useRef(onClose);
  useEffect(() => close.current, []);
  return of.operation === 'void' ? (
    <VoidDialog hold={of.hold} onClose={onClose} />
  ) : (
    <RefundDialog payment={of.details} onClose={onClose} />
  );
}
