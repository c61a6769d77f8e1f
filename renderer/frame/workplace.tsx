/**
 * Shows the frame to the operator who works here, and the access screen otherwise.
 * While the seat is locked, the frame stays mounted but hidden for its operator.
 */
import { useQueryClient } from '@tanstack/react-query';
import { Activity, useState, type ReactNode } from 'react';
import { forgetWork, useLiveData } from './live-data.tsx';
import { SessionProvider, type SessionState } from '#renderer/session/session.tsx';
import { AccessScreen } from '#renderer/features/sign-in/access-screen.tsx';
import { EnvironmentBand } from './environment-band.tsx';
import { useKeepAwake } from './use-keep-awake.ts';

export function Workplace({ session, children }: { readonly session: SessionState; readonly children: ReactNode }) {
  useLiveData();
  const { access, operator } = session;
  const works = operator !== null;
  useKeepAwake(access.kind === 'working' || access.kind === 'new-passcode');
  // The hidden frame keeps the session of the operator who last worked in it.
  const [last, setLast] = useState(session);
  if (works && last !== session) setLast(session);
  const owner = works ? operator.name : access.kind === 'locked' ? access.name : null;
  const kept = works ? session : last.operator?.name === owner ? last : null;
  return (
    <>
      {kept !== null && owner !== null && (
        <Activity mode={works ? 'visible' : 'hidden'}>
          <SessionProvider session={kept}>
            <PerOperator key={owner}>{children}</PerOperator>
          </SessionProvider>
        </Activity>
      )}
      {!works && (
        <SessionProvider session={session}>
          <AccessScreen access={access} band={<EnvironmentBand />} />
        </SessionProvider>
      )}
    </>
  );
}

/** Remounts everything below for another operator and drops the reads of the previous one. */
function PerOperator({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  // Runs once and before anything below reads. An effect would run after the effects of the children.
  useState(() => forgetWork(client));
  return children;
}
