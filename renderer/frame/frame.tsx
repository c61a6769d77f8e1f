/** The window's frame: environment band, banners, rail, and the chosen screen. */
import { Activity, lazy, Suspense, useCallback, useMemo, useState, type ReactNode } from 'react';
import { api, useMainEvent } from '#renderer/session/api.ts';
import { ChargeScreen } from '#renderer/features/charge/charge-screen.tsx';
import { Banners } from './banners.tsx';
import { CrashGuard } from './crash-guard.tsx';
import { EnvironmentBand } from './environment-band.tsx';
import classes from './frame.module.css';
import {
  NavigationProvider,
  screens,
  type ScreenRoute,
  type ScreenName,
  type SettingsSection,
} from '#renderer/session/navigation.tsx';
import { Rail } from './rail.tsx';
import { useNotedPrints } from './use-noted-prints.ts';
import { useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { SlowNote } from '#renderer/ui/texts/slow-note.tsx';

const HoldsScreen = lazy(() =>
  import('#renderer/features/holds/holds-screen.tsx').then((module) => ({ default: module.HoldsScreen })),
);
const HistoryScreen = lazy(() =>
  import('#renderer/features/history/history-screen.tsx').then((module) => ({ default: module.HistoryScreen })),
);
const ReportsScreen = lazy(() =>
  import('#renderer/features/reports/reports-screen.tsx').then((module) => ({ default: module.ReportsScreen })),
);
const SettingsScreen = lazy(() =>
  import('#renderer/features/settings/settings-screen.tsx').then((module) => ({ default: module.SettingsScreen })),
);

/** Every screen but Charge, which stays mounted to keep the keyed form. */
const otherScreens: Readonly<Record<Exclude<ScreenName, 'charge'>, () => ReactNode>> = {
  holds: () => <HoldsScreen />,
  history: () => <HistoryScreen />,
  reports: () => <ReportsScreen />,
  settings: () => <SettingsScreen />,
};

export function Frame() {
  const [route, setRoute] = useState<ScreenRoute>({ screen: 'charge', visit: 0 });
  const [newPayments, setNewPayments] = useState(0);
  const go = useCallback(
    (screen: ScreenName, attemptId?: string) =>
      setRoute((before) => ({
        screen,
        ...(attemptId === undefined ? {} : { attemptId }),
        visit: before.visit + 1,
      })),
    [],
  );
  const openSettings = useCallback(
    (section: SettingsSection) => setRoute(({ visit }) => ({ screen: 'settings', section, visit: visit + 1 })),
    [],
  );
  const navigation = useMemo(() => ({ route, go, openSettings }), [route, go, openSettings]);
  useNotedPrints(route.screen);
  useMainEvent('menu.command', ({ command }) => {
    if (command === 'new-payment') {
      go('charge');
      setNewPayments((before) => before + 1);
    } else go(command);
  });
  useShortcuts({
    ...Object.fromEntries(screens.map((screen, index) => [`Mod+${index + 1}`, () => go(screen)])),
    'Mod+L': () => void api.session.lock(undefined),
  });

  return (
    <NavigationProvider navigation={navigation}>
      <div className={classes.frame}>
        <EnvironmentBand />
        <Banners />
        <div className={classes.below}>
          <Rail />
          <div className={classes.screen}>
            <CrashGuard>
              <Activity mode={route.screen === 'charge' ? 'visible' : 'hidden'}>
                <ChargeScreen newPayments={newPayments} />
              </Activity>
            </CrashGuard>
            {route.screen !== 'charge' && (
              <CrashGuard key={route.screen}>
                <Suspense fallback={<SlowNote of="screen" />}>{otherScreens[route.screen]()}</Suspense>
              </CrashGuard>
            )}
          </div>
        </div>
      </div>
    </NavigationProvider>
  );
}
