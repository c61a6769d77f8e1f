/** Who works here, for which merchant, with which settings: the answer of `session.current`, for every screen. */
import { createContext, use, type ReactNode } from 'react';
import type { Output } from '#shared/contract/contract.ts';
import { mayAct, type Role } from '#shared/seat/role.ts';

export type SessionState = Output<'session', 'current'>;

const SessionContext = createContext<SessionState | null>(null);

export function SessionProvider({
  session,
  children,
}: {
  readonly session: SessionState;
  readonly children: ReactNode;
}) {
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The session that the frame has read; screens are only shown once there is one. */
export function useSession(): SessionState {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession outside of the frame');
  return session;
}

/** Whether the operator may do what asks for `needed`. */
export function useMayAct(needed: Role): boolean {
  const { operator } = useSession();
  return operator !== null && mayAct(operator.role, needed);
}
