/** Voids one hold, always whole: whether the service takes a part of it is unproved. */
import { heldAmount, type Hold } from '#shared/ledger/holds.ts';
import { useAction } from '#renderer/session/api.ts';
import { ReversalDialog } from './reversal-dialog.tsx';
import { useReversal } from './use-reversal.ts';

export function VoidDialog({
  hold: { id, authorization },
  onClose,
}: {
  readonly hold: Hold;
  readonly onClose: () => void;
}) {
  const reversal = useReversal(useAction('holds', 'void'));
  const amount = heldAmount(authorization);
  return (
    <ReversalDialog
      operation="void"
      of={authorization}
      whole={amount}
      amount={amount}
      reversal={reversal}
      home={null}
      onSubmit={(description) => reversal.send({ holdId: id, description })}
      onClose={onClose}
    />
  );
}
