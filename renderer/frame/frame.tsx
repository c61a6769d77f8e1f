/** The window's frame: environment band, banners, rail, and the chosen screen. */
import { useWindowEvent } from '@mantine/hooks';
import { Activity, useMemo, useState, type ReactNode, Component } from 'react';
import type { SavedView } from '#shared/ledger/saved-views.ts';
import { useMainEvent } from '#renderer/session/api.ts';
import { ChargeScreen } from '#renderer/features/charge/charge-screen.tsx';
import { newPaymentKeys } from '#renderer/features/charge/next-step.ts';
import { useTypedHolds, type TypedHolds } from '#renderer/features/holds/queue/use-typed-holds.ts';
import { useFrameAct } from '#renderer/session/frame-acts.ts';
import { EnvironmentBand, useLock } from './environment-band.tsx';
import classes from './frame.module.css';
import {
  NavigationContext,
  screens,
  type LaterStep,
  type ScreenRoute,
  type ScreenName,
  type SettingsSection,
} from '#renderer/session/navigation.tsx';
import { unconfirmedKeys } from '#renderer/features/unconfirmed/use-unconfirmed.ts';
import { Rail } from './rail.tsx';
import type { HelpPlace } from '#renderer/features/help/help-dialog.tsx';
import { PaletteOverlay } from '#renderer/features/palette/palette-overlay.tsx';
import type { PaletteGroup } from '#renderer/features/palette/use-palette-entries.ts';
import { useMayAct, useSession } from '#renderer/session/session.tsx';
import { useActions } from '#renderer/ui/actions.tsx';
import { isDialogOpen } from '#renderer/ui/dialog-keys.ts';
import { later } from '#renderer/ui/later.tsx';
import { useShortcuts } from '#renderer/ui/shortcuts.tsx';
import { beforeNextKey, Opening } from '#renderer/ui/typing.ts';
import { useText } from '#renderer/words/i18n.ts';
import { SlowNote } from '#renderer/ui/texts/values.tsx';
import { nextLanguage } from '#shared/languages.ts';
import { Button } from '@mantine/core';
import { EmptyState } from '#renderer/ui/list/empty-state.tsx';

const Waiting = () => <SlowNote of="screen" />;
const Banners = later(() => import('./banners.tsx'), 'Banners');
const UnconfirmedDialog = later(
  () => import('#renderer/features/unconfirmed/unconfirmed-dialog.tsx'),
  'UnconfirmedDialog',
  Opening,
);
const HelpDialog = later(() => import('#renderer/features/help/help-dialog.tsx'), 'HelpDialog', Opening);
const LaterOverlay = later(() => import('#renderer/ui/requests/later-overlay.tsx'), 'LaterOverlay', Opening);
const HoldsScreen = later(() => import('#renderer/features/holds/holds-screen.tsx'), 'HoldsScreen', Waiting);
const HistoryScreen = later(() => import('#renderer/features/history/history-screen.tsx'), 'HistoryScreen', Waiting);
const ReportsScreen = later(() => import('#renderer/features/reports/reports-screen.tsx'), 'ReportsScreen', Waiting);
const SettingsScreen = later(
  () => import('#renderer/features/settings/settings-screen.tsx'),
  'SettingsScreen',
  Waiting,
);

type Overlay =
  | { readonly kind: 'palette'; readonly only: PaletteGroup | null }
  | { readonly kind: 'help'; readonly place: HelpPlace }
  | { readonly kind: 'later'; readonly step: LaterStep }
  | { readonly kind: 'unconfirmed' };

const keysOf = (screen: ScreenName): string => `Mod+${screens.indexOf(screen) + 1}`;

/** Keeps the field with the focus in sight in a window that gets another size. */
function useFocusInSight(): void {
  const show = (): void =>
    document.querySelector(':is(input, textarea, select, button):focus')?.scrollIntoView({ block: 'nearest' });
  useWindowEvent('resize', () => void requestAnimationFrame(show));
}

/** The place that is shown, and the ways to others. */
function usePlaces(setOverlay: (overlay: Overlay) => void) {
  const [route, setRoute] = useState<ScreenRoute>({ screen: 'charge', visit: 0, arrival: 0 });
  const [places] = useState(() => {
    // Settings opens where it was left. It is not kept itself, for the sake of the secrets that are keyed there.
    const show = (place: Omit<ScreenRoute, 'visit' | 'arrival'>): void =>
      setRoute(({ screen, visit, arrival, section }) => ({
        ...(section !== undefined && { section }),
        ...place,
        visit: visit + 1,
        arrival: place.screen === screen ? arrival : visit + 1,
      }));
    return {
      go: (screen: ScreenName, attemptId?: string) =>
        show({ screen, ...(attemptId === undefined ? {} : { attemptId }) }),
      printReceipt: (attemptId: string) => show({ screen: 'history', attemptId, prints: true }),
      openHold: (id: string, capture: boolean) => show({ screen: 'holds', hold: { id, capture } }),
      openView: (view: SavedView) => show({ screen: 'history', view }),
      openSettings: (section: SettingsSection) => show({ screen: 'settings', section }),
      openLater: (step: LaterStep) => setOverlay({ kind: 'later', step }),
      openUnconfirmed: () => setOverlay({ kind: 'unconfirmed' }),
      openHelp: (place: HelpPlace) => setOverlay({ kind: 'help', place }),
    };
  });
  return { route, places };
}

/** Returns the visit with which each screen began. */
function useBegun(route: ScreenRoute): Readonly<Partial<Record<ScreenName, number>>> {
  const [begun, setBegun] = useState<Readonly<Partial<Record<ScreenName, number>>>>({});
  const since = begun[route.screen];
  // Holds begins anew for a hold that another screen leads to.
  if (since === undefined || (route.hold !== undefined && since !== route.visit)) {
    setBegun({ ...begun, [route.screen]: route.visit });
  }
  return begun;
}

export function Frame() {
  const { t } = useText();
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const { route, places } = usePlaces(setOverlay);
  const begun = useBegun(route);
  const typedHolds = useTypedHolds();
  const { settings } = useSession();
  const save = useFrameAct('seat', 'save');
  const switchLanguage = (): void => void save({ ...settings, language: nextLanguage(settings.language) });
  const [newPayments, setNewPayments] = useState(0);
  const { go, openUnconfirmed, openHelp } = places;
  const navigation = useMemo(() => ({ route, ...places }), [route, places]);
  // Leaves alone an overlay that an action of the palette has opened.
  const closeOverlay = (kind: Overlay['kind']): void => setOverlay((shown) => (shown?.kind === kind ? null : shown));
  const newPayment = (): void => {
    go('charge');
    setNewPayments((before) => before + 1);
  };
  useMainEvent('menu.command', ({ command, byKey }) => {
    // Keys of the menu come from main, where no dialog can hold them back.
    if (byKey === true && isDialogOpen()) return;
    if (command === 'new-payment') beforeNextKey(newPayment);
    else if (command !== 'print') beforeNextKey(() => go(command));
  });
  const lock = useLock();
  const mayReport = useMayAct('back-office');
  const shown = screens.filter((screen) => screen !== 'reports' || mayReport);
  useFocusInSight();
  // The screen itself says whom it is for, as it does to whom the menu leads there.
  useShortcuts(mayReport ? {} : { [keysOf('reports')]: () => go('reports') });
  useActions(
    t('nav.label'),
    shown.map((screen) => ({
      name: t(`nav.${screen}`),
      keys: keysOf(screen),
      run: () => go(screen),
    })),
  );
  useActions(t('help:general'), [
    { name: t('charge:title'), keys: newPaymentKeys, run: newPayment },
    { name: t('palette:open'), keys: 'Mod+K', run: () => setOverlay({ kind: 'palette', only: null }) },
    {
      name: t('palette:chooseMerchant'),
      keys: 'Mod+Shift+M',
      run: () => setOverlay({ kind: 'palette', only: 'merchants' }),
    },
    { name: t('palette:otherLanguage'), keys: 'Mod+Shift+L', run: switchLanguage },
    { name: t('unconfirmed:title'), keys: unconfirmedKeys, run: openUnconfirmed },
    { name: t('help:title'), keys: 'F1', run: () => openHelp('keys') },
    { name: t('common:firstSteps'), run: () => openHelp('first-steps') },
    { name: t('seat.lock'), keys: 'Mod+L', run: lock },
  ]);

  return (
    <NavigationContext value={navigation}>
      <div className={classes.frame}>
        <EnvironmentBand onFirstSteps={() => openHelp('first-steps')} />
        <Banners />
        <div className={classes.below}>
          <Rail />
          <Screens route={route} begun={begun} newPayments={newPayments} typedHolds={typedHolds} />
        </div>
      </div>
      {overlay?.kind === 'palette' && <PaletteOverlay only={overlay.only} onClose={() => closeOverlay('palette')} />}
      {overlay?.kind === 'unconfirmed' && <UnconfirmedDialog onClose={() => closeOverlay('unconfirmed')} />}
      {overlay?.kind === 'later' && <LaterOverlay step={overlay.step} onClose={() => closeOverlay('later')} />}
      {overlay?.kind === 'help' && <HelpDialog place={overlay.place} onClose={() => setOverlay(null)} />}
    </NavigationContext>
  );
}

function Screens({
  route,
  begun,
  newPayments,
  typedHolds,
}: {
  readonly route: ScreenRoute;
  readonly begun: ReturnType<typeof useBegun>;
  readonly newPayments: number;
  readonly typedHolds: TypedHolds;
}) {
  /** Screens that stay mounted once they have begun, so that what is typed and chosen there outlasts a visit to another. */
  const keptScreens: Readonly<Record<Exclude<ScreenName, 'settings'>, ReactNode>> = {
    charge: <ChargeScreen newPayments={newPayments} />,
    holds: <HoldsScreen typed={typedHolds} />,
    history: <HistoryScreen />,
    reports: <ReportsScreen />,
  };
  return (
    <div className={classes.screen}>
      {screens.map(
        (name) =>
          name !== 'settings' &&
          begun[name] !== undefined && (
            <Activity key={`${name} ${begun[name]}`} mode={route.screen === name ? 'visible' : 'hidden'}>
              <CrashGuard>{keptScreens[name]}</CrashGuard>
            </Activity>
          ),
      )}
      {route.screen === 'settings' && (
        <CrashGuard>
          <SettingsScreen />
        </CrashGuard>
      )}
    </div>
  );
}

/** Says that what it holds has ended by a fault, and lets it begin anew. */
export class CrashGuard extends Component<{ readonly children: ReactNode }, { readonly crashed: boolean }> {
  override readonly state = { crashed: false };

  static getDerivedStateFromError(): { readonly crashed: boolean } {
    return { crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    return <Crashed onReload={() => this.setState({ crashed: false })} />;
  }
}

function Crashed({ onReload }: { readonly onReload: () => void }) {
  const { t } = useText();
  return (
    <div role="alert">
      <EmptyState
        title={t('crash.title')}
        action={
          <Button variant="filled" onClick={onReload}>
            {t('crash.reload')}
          </Button>
        }
      >
        {t('crash.body')}
      </EmptyState>
    </div>
  );
}
