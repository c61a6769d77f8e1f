/**
 * Shows the frame to the operator who works here, and the access screen otherwise.
 * While the seat is locked, the frame stays mounted but hidden for its operator.
 */
import { useQueryClient } from '@tanstack/react-query';
import { Activity, useState, type ReactNode } from 'react';
import { forgetWork, useLiveData } from './live-data.tsx';
import { SessionProvider, type SessionState } from '#renderer/session/session.tsx';
import { AccessScreen } from '#renderer/features/sign-in/access-screen.tsx';
import { ProvisioningDialog } from '#renderer/features/sign-in/provisioning-dialog.tsx';
import { EnvironmentBand } from './environment-band.tsx';
import { useKeepAwake } from './use-keep-awake.ts';

export function Workplace({ session, children }: { readonly session: SessionState; readonly children: ReactNode }) {
  useLiveData();
  const { access, operator } = session;
  const isWorking = operator !== null;
  useKeepAwake(access.kind === 'working' || access.kind === 'new-passcode');
  // The hidden frame keeps the session of the operator who last worked in it.
  const [lastSession, setLastSession] = useState(session);
  if (isWorking && lastSession !== session) setLastSession(session);
  const owner = isWorking ? operator.name : access.kind === 'locked' ? access.name : null;
  const shownSession = isWorking ? session : lastSession.operator?.name === owner ? lastSession : null;
  return (
    <>
      {shownSession !== null && owner !== null && (
        <Activity mode={isWorking ? 'visible' : 'hidden'}>
          <SessionProvider session={shownSession}>
            <PerOperator key={owner}>{children}</PerOperator>
          </SessionProvider>
        </Activity>
      )}
      {!isWorking && (
        <SessionProvider session={session}>
          <AccessScreen access={access} band={<EnvironmentBand />} />
        </SessionProvider>
      )}
      <ProvisioningDialog />
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
