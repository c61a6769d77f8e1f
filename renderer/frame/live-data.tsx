/** Keeps what the screens show current: events of the main process make the queries they touch ask again. */
import { QueryClient, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { CallFailed, useMainEvent } from '#renderer/session/api.ts';
import type { SessionState } from '#renderer/session/session.tsx';

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

const sessionKey = ['session'] as const;
const isWork = ({ queryKey }: { readonly queryKey: QueryKey }): boolean => queryKey[0] !== sessionKey[0];

/** Groups of calls that read the ledger. */
const ledgerGroups = ['holds', 'history'] as const;

/**
 * Who works here is asked first: what a locked seat would be refused is not asked for. Whoever is back asks for all anew,
 * since nothing is told to a locked seat. Mounted once, around the frame.
 */
export function useLiveSession(): void {
  const client = useQueryClient();
  useMainEvent('session.changed', () => {
    void client.refetchQueries({ queryKey: sessionKey }).then(() => {
      const session = client.getQueriesData<SessionState>({ queryKey: sessionKey })[0]?.[1];
      if (session?.operator != null) void client.invalidateQueries({ predicate: isWork });
    });
  });
}

/** Forgets what was read for somebody else. */
export const forgetWork = (client: QueryClient): void => client.removeQueries({ predicate: isWork });

/** Mounted once, in the frame. */
export function useLiveData(): void {
  const client = useQueryClient();
  useMainEvent('ledger.changed', () => {
    for (const group of ledgerGroups) void client.invalidateQueries({ queryKey: [group] });
    void client.invalidateQueries({ queryKey: ['training'] });
  });
}
