/** Keeps the screens current: each event of the main process refetches the reads that it made stale. */
import { QueryClient, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { CallFailed, useEveryMainEvent } from '#renderer/session/api.ts';
import type { CallName, EventName, EventOf, GroupName, Output } from '#shared/contract/contract.ts';

/** Makes a client that refetches on events only, never on a timer, and never repeats a call that acts. */
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

/** Reads of a group, or of one of its calls. */
type Reads = { [Group in GroupName]: readonly [Group] | readonly [Group, CallName<Group>] }[GroupName];

/** Reads that each event makes stale. A missing event does not compile. */
const readsMadeStale: Readonly<Record<Exclude<EventName, 'session.changed'>, readonly Reads[]>> = {
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
  // Each merchant lists which of its secrets the vault has.
  'vault.changed': [['vault'], ['merchants']],
  'payments.sent': [],
  'holds.batch': [],
  'ledger.moveProgress': [],
  'menu.command': [],
};

/** Reads that a locked seat shows. They are served without an operator. */
const shownWhileLocked: readonly Reads[] = [
  ['seat', 'settings'],
  ['merchants', 'active'],
];

/** Reads that describe the seat rather than the work of its operator. */
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

/** Drops every read that belongs to the previous operator. */
export const forgetWork = (client: QueryClient): void =>
  client.removeQueries({ predicate: ({ queryKey }) => !seatReads.some((reads) => startsWith(queryKey, reads)) });

/**
 * Refetches the session before anything else, because a locked seat is refused the rest. A returning operator refetches
 * everything, because a locked seat receives no other event.
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

/** Refetches the reads that the event made stale. */
export function refetchAfter(client: QueryClient, name: Exclude<EventName, 'session.changed'>): void {
  for (const queryKey of readsMadeStale[name]) void client.invalidateQueries({ queryKey });
}

/** Subscribes to the events. Mounted once, around the frame. */
export function useLiveData(): void {
  const client = useQueryClient();
  useEveryMainEvent(({ name, payload }) => {
    if (name === 'session.changed') void refetchSession(client, payload as EventOf<typeof name>);
    else refetchAfter(client, name);
  });
}
