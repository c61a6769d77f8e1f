/** Keeps what the screens show current: events of the main process make the queries they touch ask again. */
import { QueryClient, useQueryClient } from '@tanstack/react-query';
import { CallFailed, useMainEvent } from '../api.ts';

/** Reads are asked again when something changed, never on a timer. Acting calls are never repeated by themselves. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        retry: (count, error) => !(error instanceof CallFailed) && count < 2,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Groups of calls that read the ledger. */
const ledgerGroups = ['holds', 'history'] as const;

/** Mounted once, in the frame. */
export function useLiveData(): void {
  const client = useQueryClient();
  useMainEvent('ledger.changed', () => {
    for (const group of ledgerGroups) void client.invalidateQueries({ queryKey: [group] });
    void client.invalidateQueries({ queryKey: ['training'] });
  });
  useMainEvent('session.changed', () => void client.invalidateQueries());
}
