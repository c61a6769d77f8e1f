/** The session that every screen reads: operator, merchant and settings of the seat. */
import type { QueryClient } from '@tanstack/react-query';
import { createContext, use, useMemo, useState } from 'react';
import type { Output } from '#shared/contract/contract.ts';
import { mayAct, type Role } from '#shared/role.ts';
import { callOptions, useCall, type CallFailed } from './api.ts';
import type { Reach } from '#shared/seat/reach.ts';
import type { ManagedPart } from '#shared/policy/policy-rules.ts';
import type { ShownPolicy } from '#shared/policy/shown-policy.ts';

export interface SessionState extends Output<'session', 'current'> {
  readonly settings: Output<'seat', 'settings'>;
  readonly merchant: Output<'merchants', 'active'>;
  /** Number of times that the seat was locked since the page began. */
  readonly locks: number;
}

/** Asks for the session, and for what the frame's banners show, before there is a frame. */
export function askAhead(client: QueryClient): void {
  void client.prefetchQuery(callOptions('session', 'current', undefined));
  void client.prefetchQuery(callOptions('seat', 'settings', undefined));
  void client.prefetchQuery(callOptions('merchants', 'active', undefined));
  void client.prefetchQuery(callOptions('seat', 'waitingProvisioning', undefined));
  void client.prefetchQuery(callOptions('seat', 'policy', undefined));
  void client.prefetchQuery(callOptions('ledger', 'status', undefined));
  void client.prefetchQuery(callOptions('ledger', 'backups', undefined));
  void client.prefetchQuery(callOptions('vault', 'status', undefined));
  void client.prefetchQuery(callOptions('answers', 'waiting', undefined));
}

/** Reads the session; null until all of it is there. */
export function useReadSession(): { readonly session: SessionState | null; readonly error: CallFailed | null } {
  const current = useCall('session', 'current', undefined);
  const settings = useCall('seat', 'settings', undefined);
  const merchant = useCall('merchants', 'active', undefined);
  const isLocked = current.data?.access.kind === 'locked';
  const [lock, setLock] = useState({ isLocked, locks: 0 });
  if (lock.isLocked !== isLocked) setLock({ isLocked, locks: lock.locks + (isLocked ? 1 : 0) });
  const { locks } = lock;
  const session = useMemo(
    () =>
      current.data === undefined || settings.data === undefined || merchant.data === undefined
        ? null
        : { ...current.data, settings: settings.data, merchant: merchant.data, locks },
    [current.data, settings.data, merchant.data, locks],
  );
  return { session, error: current.error ?? settings.error ?? merchant.error };
}

export const SessionContext = createContext<SessionState | null>(null);

/** Returns the session that the frame has read. Screens are only shown once there is one. */
export function useSession(): SessionState {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession outside of the frame');
  return session;
}

/** True when the operator's role includes `needed`. */
export function useMayAct(needed: Role): boolean {
  const { operator } = useSession();
  return operator !== null && mayAct(operator.role, needed);
}

/** Returns `all`, of which the screens say nothing, until main has answered. */
export const useReach = (): Reach => useCall('history', 'reach', undefined).data ?? 'all';

/** Counts until the policy has been read, which takes one call. */
const unread: ShownPolicy = { file: null, foreign: null, usable: true, managed: [], ledger: null, merchants: 'any' };

/** The company's policy of this computer, as the screens need it. Main enforces it. */
export const usePolicy = (): ShownPolicy => useCall('seat', 'policy', undefined).data ?? unread;

/** True for a part of the settings that can't be changed at the seat. */
export const useIsManaged = (part: ManagedPart): boolean => usePolicy().managed.includes(part);
