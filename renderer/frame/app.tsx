/** The page: reads the session, applies its language, scheme and environment, then shows the frame. */
import { MantineProvider } from '@mantine/core';
import { useColorScheme } from '@mantine/hooks';
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useCallback, useRef, useState, type ReactNode } from 'react';
import { useReadSession } from '#renderer/session/session.tsx';
import { Workplace } from './workplace.tsx';
import { CrashGuard, Frame } from './frame.tsx';
import { later, readParts } from '#renderer/ui/later.tsx';
import { showLanguage, useText } from '#renderer/words/i18n.ts';
import { ActionsProvider } from '#renderer/ui/actions.tsx';
import { SlowNote } from '#renderer/ui/texts/values.tsx';
import { mapVariables, themeOf } from '#renderer/ui/theme/theme.ts';
import { CoveredContext, StepUpContext, type StepUpNeeded } from '#renderer/session/step-up.ts';

// With its texts, which are those of the screens that open later.
const FailureNotice = later(() => import('#renderer/ui/failure-notice.tsx'), 'FailureNotice');

/** The nonce that the main process wrote into the page. The content security policy allows no style without it. */
const styleNonce = (): string => document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

export function App({ client }: { readonly client: QueryClient }) {
  return (
    <QueryClientProvider client={client}>
      <Themed />
    </QueryClientProvider>
  );
}

function Themed() {
  const { t } = useText();
  const { session, error } = useReadSession();
  const systemScheme = useColorScheme(undefined, { getInitialValueInEffect: false });
  const settings = session?.settings;
  const chosen = settings?.theme ?? 'system';
  const language = settings?.language;
  useLayoutEffect(() => {
    if (language !== undefined) void showLanguage(language);
  }, [language]);
  // After the first paint, so that a screen, a dialog or a switch of language is immediate.
  const isShown = session !== null;
  useEffect(() => {
    if (isShown) void readParts();
  }, [isShown]);

  return (
    <MantineProvider
      theme={themeOf[session?.merchant.merchant.environment ?? 'production']}
      cssVariablesResolver={mapVariables}
      forceColorScheme={chosen === 'system' ? systemScheme : chosen}
      getStyleNonce={styleNonce}
    >
      <p className="not-printed">{t('notPrinted')}</p>
      {session !== null ? (
        <CrashGuard>
          <StepUp operator={session.operator?.name ?? null}>
            <Workplace session={session}>
              <ActionsProvider>
                <Frame />
              </ActionsProvider>
            </Workplace>
          </StepUp>
        </CrashGuard>
      ) : error !== null ? (
        <FailureNotice failure={error.failure} act="reading" />
      ) : (
        <SlowNote of="session" />
      )}
    </MantineProvider>
  );
}

const StepUpDialog = later(() => import('#renderer/ui/passcode/step-up-dialog.tsx'), 'StepUpDialog');

interface Asked {
  readonly needed: StepUpNeeded;
  readonly answer: (approvalId: string | null) => void;
}

/**
 * Stands around the frame, which is hidden while the seat is locked and renders late then: the dialog must go with the lock itself.
 * @param operator name of the operator who works here; null while nobody does
 */
function StepUp({ operator, children }: { readonly operator: string | null; readonly children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const open = useRef<Asked | null>(null);
  const working = useRef(false);
  const close = useCallback((approvalId: string | null): void => {
    open.current?.answer(approvalId);
    open.current = null;
    setAsked(null);
  }, []);
  const ask = useCallback(
    (needed: StepUpNeeded) =>
      new Promise<string | null>((resolve) => {
        // One question at a time: a second action waits for nobody and is refused.
        if (open.current !== null || !working.current) return resolve(null);
        open.current = { needed, answer: resolve };
        setAsked(open.current);
      }),
    [],
  );
  useLayoutEffect(() => {
    working.current = operator !== null;
    // Drops what the action was about to send.
    return () => close(null);
  }, [operator, close]);
  return (
    <StepUpContext value={ask}>
      <CoveredContext value={asked !== null}>{children}</CoveredContext>
      {asked !== null && operator !== null && (
        <StepUpDialog
          needed={asked.needed}
          ownName={asked.needed.own ? operator : null}
          onApproved={close}
          onCancel={() => close(null)}
        />
      )}
    </StepUpContext>
  );
}
