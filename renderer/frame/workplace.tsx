/** The frame for who works here; while nobody does, it waits out of sight for the operator who locked it, and whoever comes signs in. */
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
  // What the hidden frame goes on with: the session as it was when somebody last worked in it.
  const [last, setLast] = useState(session);
  if (works && last !== session) setLast(session);
  const owner = works ? operator.name : access.kind === 'locked' ? access.name : null;
  const kept = works ? session : last.operator?.name === owner ? last : null;
  return (
    <>
      {kept !== null && owner !== null && (
        <Activity mode={works ? 'visible' : 'hidden'}>
          <SessionProvider session={kept}>
            <OfOne key={owner}>{children}</OfOne>
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

/** Everything below begins anew for another operator, with nothing that was read for the one before. */
function OfOne({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  // Before anything below reads, and once: an effect of this one would run after theirs.
  useState(() => forgetWork(client));
  return children;
}
