/** Refetches every read of the ledger after an action on all of it, and the audit trail, which most such actions add to. */
import { useQueryClient } from '@tanstack/react-query';

const readFromLedger = ['ledger', 'history', 'holds'] as const;

export function useRereadLedger(): () => void {
  const client = useQueryClient();
  return () => {
    for (const group of readFromLedger) void client.invalidateQueries({ queryKey: [group] });
  };
}
