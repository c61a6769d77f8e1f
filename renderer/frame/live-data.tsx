/** Keeps what the screens show current: each event of the main process refetches what it names. */
import { QueryClient, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { CallFailed, useEveryMainEvent } from '#renderer/session/api.ts';
import type { CallName, EventName, EventOf, GroupName, Output } from '#shared/contract/contract.ts';

/** Reads are fetched again when something changed, never on a timer. Acting calls are never repeated by themselves. */
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

/** The reads of a group, or those of one of its calls. */
type Reads = { [Group in GroupName]: readonly [Group] | readonly [Group, CallName<Group>] }[GroupName];

/** What each event makes stale. An event that is not here does not compile. */
const refetched: Readonly<Record<Exclude<EventName, 'session.changed'>, readonly Reads[]>> = {
  'operators.changed': [['operators'], ['ledger', 'events']],
  'merchants.changed': [['merchants']],
  'seat.changed': [['seat', 'settings']],
  'history.changed': [['history'], ['holds'], ['ledger', 'events'], ['training']],
  'ledger.changed': [
    ['ledger', 'status'],
    ['ledger', 'events'],
  ],
  'ledger.backupsChanged': [['ledger', 'backups']],
  'answers.changed': [['answers']],
  // A merchant shows which of its secrets the vault has.
  'vault.changed': [['vault'], ['merchants']],
  'payments.sent': [],
  'holds.batch': [],
  'ledger.moveProgress': [],
  'menu.command': [],
};

/** What a seat shows where nobody works, by calls that need no operator. */
const shownWhileLocked: readonly Reads[] = [
  ['seat', 'settings'],
  ['merchants', 'active'],
];

/** Describes the seat, whoever works there. */
const seatReads: readonly Reads[] = [
  ...shownWhileLocked,
  ['session'],
  ['seat'],
  ['ledger', 'status'],
  ['ledger', 'backups'],
  ['vault'],
  ['answers'],
];

const startsWith = (key: QueryKey, reads: Reads): boolean => reads.every((part, index) => key[index] === part);

/** Forgets what was read for somebody else. */
export const forgetWork = (client: QueryClient): void =>
  client.removeQueries({ predicate: ({ queryKey }) => !seatReads.some((reads) => startsWith(queryKey, reads)) });

/**
 * Refetches who works here before anything else, because a locked seat would be refused the rest. Whoever is back refetches
 * everything, because a locked seat is told of nothing.
 */
export async function refetchSession(client: QueryClient, { anew }: EventOf<'session.changed'>): Promise<void> {
  await client.refetchQueries({ queryKey: ['session'] });
  const session = client.getQueryData<Output<'session', 'current'>>(['session', 'current', undefined]);
  if (session?.operator == null) {
    for (const queryKey of shownWhileLocked) void client.invalidateQueries({ queryKey });
  } else if (anew) {
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
  }
}

/** Refetches what the event made stale. */
export function refetchAfter(client: QueryClient, name: Exclude<EventName, 'session.changed'>): void {
  for (const queryKey of refetched[name]) void client.invalidateQueries({ queryKey });
}

/** Mounted once, around the frame. */
export function useLiveData(): void {
  const client = useQueryClient();
  useEveryMainEvent(({ name, payload }) => {
    if (name === 'session.changed') void refetchSession(client, payload as EventOf<typeof name>);
    else refetchAfter(client, name);
  });
}
