/** Refetches what was read from the ledger after an act on the whole of it; most of such acts are on its audit trail too. */
import { useQueryClient } from '@tanstack/react-query';

const readFromLedger = ['ledger', 'history', 'holds'] as const;

export function useRereadLedger(): () => void {
  const client = useQueryClient();
  return () => {
    for (const group of readFromLedger) void client.invalidateQueries({ queryKey: [group] });
  };
}
