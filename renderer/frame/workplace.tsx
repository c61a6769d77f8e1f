/**
 * Shows the frame to the operator who works here, and the access screen otherwise.
 * While the seat is locked, the frame stays mounted but hidden for its operator.
 */
import { useQueryClient } from '@tanstack/react-query';
import { Activity, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { Language } from '#shared/languages.ts';
import { api, useCall } from '#renderer/session/api.ts';
import { useFrameAct } from '#renderer/session/frame-acts.ts';
import { later } from '#renderer/ui/later.tsx';
import { breakTyping, Opening } from '#renderer/ui/typing.ts';
import { showLanguage, showTextsTo } from '#renderer/words/i18n.ts';
import { SessionContext, type SessionState } from '#renderer/session/session.tsx';
import { SlowNote } from '#renderer/ui/texts/values.tsx';
import { forgetWork } from './live-data.tsx';
import { EnvironmentBand } from './environment-band.tsx';
import { TypingBanner } from './banner.tsx';

const AccessScreen = later(
  () => import('#renderer/features/sign-in/access-screen.tsx'),
  'AccessScreen',
  () => (
    <>
      <Opening />
      <SlowNote of="session" />
    </>
  ),
);
const ProvisioningDialog = later(
  () => import('#renderer/features/sign-in/provisioning-dialog.tsx'),
  'ProvisioningDialog',
);

export function Workplace({ session, children }: { readonly session: SessionState; readonly children: ReactNode }) {
  const { access, operator } = session;
  const isWorking = operator !== null;
  const waiting = useCall('seat', 'waitingProvisioning', undefined).data;
  const chooseLanguage = useLanguageChoice(session);
  useKeepAwake(access.kind === 'working' || access.kind === 'new-passcode');
  // The hidden frame keeps the session of the operator who last worked in it.
  const [lastSession, setLastSession] = useState(session);
  if (isWorking && lastSession !== session) setLastSession(session);
  const owner = isWorking ? operator.name : access.kind === 'locked' ? access.name : null;
  // Keeps what was keyed at an open seat when its user becomes the first supervisor.
  const isOpen = access.kind === 'open';
  const [frame, setFrame] = useState({ owner, isOpen, key: 0 });
  if (frame.owner !== owner || frame.isOpen !== isOpen)
    setFrame({ owner, isOpen, key: isWorking && frame.isOpen ? frame.key : frame.key + 1 });
  const shownSession = isWorking ? session : lastSession.operator?.name === owner ? lastSession : null;
  const reader = shownSession?.operator?.role;
  // A locked seat goes on to speak to its operator, until somebody switches the user.
  useLayoutEffect(() => {
    if (isWorking || reader === undefined) showTextsTo(reader);
  }, [reader, isWorking]);
  return (
    <>
      <Interruption key={`${access.kind} ${owner}`} />
      {shownSession !== null && owner !== null && (
        <Activity mode={isWorking ? 'visible' : 'hidden'}>
          <SessionContext value={shownSession}>
            <PerOperator key={frame.key}>{children}</PerOperator>
          </SessionContext>
        </Activity>
      )}
      {!isWorking && (
        <SessionContext value={session}>
          <AccessScreen access={access} band={<Band />} onLanguage={chooseLanguage} />
        </SessionContext>
      )}
      {waiting != null && <ProvisioningDialog key={waiting.since} waiting={waiting} />}
    </>
  );
}

/**
 * Ends what is being typed when the access or its owner changes: a passcode is not for the form, and an amount not for the passcode.
 * Stands before the screens, so that one that is still being read holds the keys afterwards.
 */
function Interruption(): null {
  useLayoutEffect(breakTyping, []);
  return null;
}

/** Head of the screen of a seat without an operator. */
const Band = () => (
  <>
    <EnvironmentBand />
    <TypingBanner />
  </>
);

/**
 * Returns what shows a language before anybody has signed in. Only the page changes, because no operator has decided yet. The
 * next one keeps the choice for the seat by signing in.
 */
function useLanguageChoice({ operator, settings }: SessionState): (language: Language) => void {
  const chosen = useRef<Language | null>(null);
  const save = useFrameAct('seat', 'save');
  const keep = useEffectEvent(() => {
    const language = chosen.current;
    chosen.current = null;
    if (language !== null && language !== settings.language) void save({ ...settings, language });
  });
  const isWorking = operator !== null;
  useEffect(() => {
    if (isWorking) keep();
  }, [isWorking]);
  return (language) => {
    chosen.current = language;
    void showLanguage(language);
  };
}

/** Remounts everything below for another operator and drops the reads of the previous one. */
function PerOperator({ children }: { readonly children: ReactNode }) {
  const client = useQueryClient();
  // Runs once and before anything below reads. An effect would run after the effects of the children.
  useState(() => forgetWork(client));
  return children;
}

/** Shortest interval between two calls in ms. The idle lock counts in minutes. */
const shortestInterval = 5_000;

function useKeepAwake(someoneWorks: boolean): void {
  useEffect(() => {
    if (!someoneWorks) return undefined;
    let lastCallAt = -Infinity;
    const keepAwake = (): void => {
      const now = performance.now();
      if (now - lastCallAt < shortestInterval) return;
      lastCallAt = now;
      void api.session.keepAwake(undefined);
    };
    const inputEvents = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
    for (const event of inputEvents) window.addEventListener(event, keepAwake, { capture: true, passive: true });
    return () => {
      for (const event of inputEvents) window.removeEventListener(event, keepAwake, { capture: true });
    };
  }, [someoneWorks]);
}
