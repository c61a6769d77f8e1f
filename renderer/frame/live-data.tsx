/** Keeps the screens current: each event of the main process refetches the reads that it made stale. */
import { QueryClient, type Query, type QueryKey } from '@tanstack/react-query';
import { concerns, historyQuerySchema, type Change, type ChangedAttempt } from '#shared/ledger/history.ts';
import { chargeIn } from '#shared/ledger/listed-attempt.ts';
import { operationFacts, type RecordedOperation } from '#shared/payments/operations.ts';
import { localDay } from '#shared/local-day.ts';
import type { FiguresQuery } from '#shared/reports/figures.ts';
import { CallFailed } from '#renderer/session/api.ts';
import { forgetAttempts, inNewestState, onNewerAttempt } from '#renderer/session/newest-attempts.ts';
import type { CallName, EventMessage, EventName, EventOf, GroupName, Output } from '#shared/contract/contract.ts';
import { forgetActs, forgetUnsaved } from '#renderer/session/frame-acts.ts';
import { createRefresh, type Refresh } from './refresh.ts';

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

type Reads = { [Group in GroupName]: readonly [Group] | readonly [Group, CallName<Group>] }[GroupName];

/** Reads that each event makes stale. A missing event does not compile. */
const readsMadeStale: Readonly<Record<Exclude<EventName, 'session.changed'>, readonly Reads[]>> = {
  'operators.changed': [['operators'], ['ledger', 'events'], ['seat', 'damagedFiles']],
  'merchants.changed': [['merchants'], ['history', 'reach'], ['seat', 'damagedFiles']],
  // The built-in merchant is named in the seat's language.
  'seat.changed': [['seat', 'settings'], ['merchants']],
  'history.changed': [['history'], ['holds'], ['reports'], ['ledger', 'events'], ['training']],
  'ledger.changed': [
    ['ledger', 'status'],
    ['ledger', 'events'],
    ['seat', 'damagedFiles'],
  ],
  'ledger.backupsChanged': [['ledger', 'backups']],
  'answers.changed': [['answers']],
  // Each merchant lists which of its secrets the vault has.
  'vault.changed': [['vault'], ['merchants'], ['seat', 'damagedFiles']],
  'seat.provisioning': [['seat', 'waitingProvisioning']],
  'updates.changed': [['updates']],
  'payments.sent': [],
  'payments.orders': [['payments', 'waitingOrder']],
  'holds.batch': [],
  // Carries what `work.current` returns.
  'work.progress': [],
  'menu.command': [],
};

/** Reads that a locked seat shows. They are served without an operator. */
const shownWhileLocked: readonly Reads[] = [
  ['seat', 'settings'],
  ['merchants', 'active'],
  ['seat', 'waitingProvisioning'],
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
  ['updates'],
];

const startsWith = (key: QueryKey, reads: Reads): boolean => reads.every((part, index) => key[index] === part);

/** Drops every read that belongs to the previous operator. */
export function forgetWork(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => !seatReads.some((reads) => startsWith(queryKey, reads)) });
  forgetAttempts();
  forgetActs(client);
}

/** Brings what was read before up to the newest states of its attempts. It stays as out of date as it was. */
export function renewReads(client: QueryClient): void {
  for (const query of client.getQueryCache().getAll()) {
    const { data, dataUpdatedAt, isInvalidated } = query.state;
    const shown = inNewestState(data);
    if (shown === data) continue;
    query.setData(shown, { updatedAt: dataUpdatedAt, manual: true });
    if (isInvalidated) query.invalidate();
  }
}

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

/** Time in ms for which figures stand that depend on the clock too: holds run out. */
const standing = 60_000;
const stands = ({ state }: Query): boolean => Date.now() - state.dataUpdatedAt < standing;

/** Returns the operator whose own payments alone are found, as main narrows every search; null where there is no such limit. */
function onlyOf(client: QueryClient): string | null {
  const reach = client.getQueryData<Output<'history', 'reach'>>(['history', 'reach', undefined]);
  const session = client.getQueryData<Output<'session', 'current'>>(['session', 'current', undefined]);
  return reach === 'own' ? (session?.operator?.name ?? null) : null;
}

function findsAny({ queryKey }: Query, facts: readonly ChangedAttempt[], only: string | null): boolean {
  const { data: filter } = historyQuerySchema.safeParse(queryKey[2] === 'pages' ? queryKey[3] : queryKey[2]);
  if (filter === undefined) return true;
  const narrowed = only === null ? filter : { ...filter, operatorName: only };
  return facts.some((changed) => concerns(changed, narrowed));
}

const opensHold = (operation: RecordedOperation): boolean => operationFacts(operation).opens === 'hold';

/** True where the report of days counts any of them: on its last day or before, and holds of any day. */
function countsAny({ queryKey }: Query, facts: readonly ChangedAttempt[]): boolean {
  const { environment, merchantId, last } = queryKey[2] as FiguresQuery;
  return facts.some(
    (changed) =>
      changed.environment === environment &&
      (merchantId === null || changed.merchantId === merchantId) &&
      (opensHold(changed.operation) || localDay(new Date(changed.startedAt)) <= last),
  );
}

/**
 * Shown reads that a change concerns only under a condition on what they show: by the ids of the attempts, or by their facts, without
 * which everything is concerned. Reads that are not shown are marked by any change, which costs nothing.
 */
const conditions: readonly {
  readonly reads: Reads;
  readonly byIds?: (data: unknown, attemptIds: readonly string[]) => boolean;
  readonly byFacts?: (query: Query, facts: readonly ChangedAttempt[], only: string | null) => boolean;
}[] = [
  {
    // A payment that began with a hold, and a charge by its refunds, change by attempts which they do not show yet.
    reads: ['history', 'show'],
    byIds: (data, attemptIds) => {
      const shown = data as Output<'history', 'show'>;
      return shown.payment !== null || chargeIn(shown) !== null || attemptIds.includes(shown.id);
    },
  },
  {
    // Batches are added by this seat, which reads them again itself.
    reads: ['holds', 'unseenBatches'],
    byIds: (data) => (data as Output<'holds', 'unseenBatches'>).length > 0,
  },
  { reads: ['history', 'search'], byFacts: findsAny },
  { reads: ['history', 'sums'], byFacts: (query, ...of) => !stands(query) || findsAny(query, ...of) },
  { reads: ['history', 'unknowns'], byFacts: (_query, facts) => facts.some(({ state }) => state === 'unknown') },
  {
    reads: ['holds'],
    byFacts: (query, facts) => !stands(query) || facts.some(({ operation }) => opensHold(operation)),
  },
  { reads: ['reports', 'figures'], byFacts: (query, facts) => !stands(query) || countsAny(query, facts) },
];

function isConcerned(query: Query, { attemptIds, facts }: Change, only: string | null): boolean {
  const { data } = query.state;
  if (attemptIds === null || data === undefined || !query.isActive()) return true;
  const { byIds, byFacts } = conditions.find(({ reads }) => startsWith(query.queryKey, reads)) ?? {};
  if (byFacts !== undefined && facts !== undefined) return byFacts(query, facts, only);
  return byIds?.(data, attemptIds) ?? true;
}

/** Refetches the reads that the event made stale. */
export function refetchAfter(client: QueryClient, refresh: Refresh, { name, payload }: EventMessage): void {
  if (name === 'session.changed') {
    void refetchSession(client, payload as EventOf<typeof name>);
    return;
  }
  if (name === 'work.progress') {
    client.setQueryData(['work', 'current', undefined], payload);
    return;
  }
  // A setting was saved, perhaps in Settings.
  if (name === 'seat.changed') forgetUnsaved(client);
  const change = name === 'history.changed' ? (payload as EventOf<typeof name>) : null;
  const only = onlyOf(client);
  const stale = client.getQueryCache().findAll({
    predicate: (query) =>
      readsMadeStale[name].some((reads) => startsWith(query.queryKey, reads)) &&
      isConcerned(query, change ?? { attemptIds: null }, only),
  });
  refresh.mark(stale, change === null ? 'at once' : change.by === 'another' ? 'spread' : 'rested');
}

/** Makes the client of the page, and keeps what it reads current from the first answer on. */
export function startLiveData(): QueryClient {
  const client = makeQueryClient();
  const refresh = createRefresh(client);
  onNewerAttempt(() => renewReads(client));
  window.caja.on((message) => refetchAfter(client, refresh, inNewestState(message)));
  return client;
}
