/** The current screen, and the details that it should open. */
import type { Hold } from '#shared/ledger/holds.ts';
import type { ShownAttempt } from '#shared/ledger/listed-attempt.ts';
import type { SavedView } from '#shared/ledger/saved-views.ts';
import { createContext, use, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useCall } from './api.ts';
import { useMayAct, useSession } from './session.tsx';

export const screens = ['charge', 'holds', 'history', 'reports', 'settings'] as const;
export type ScreenName = (typeof screens)[number];

/** Sections of Settings, in their order. */
const settingsSections = ['merchants', 'seat', 'operators', 'training', 'ledger', 'audit'] as const;
export type SettingsSection = (typeof settingsSections)[number];

export interface ScreenRoute {
  readonly screen: ScreenName;
  /** Attempt whose details History opens. */
  readonly attemptId?: string;
  readonly view?: SavedView;
  /** Opens the dialog that prints the receipt of that attempt as well. */
  readonly prints?: boolean;
  /** Hold that Holds shows; `capture` opens the review of its capture at once. */
  readonly hold?: { readonly id: string; readonly capture: boolean };
  /** Section that Settings shows or was left at. */
  readonly section?: SettingsSection;
  /** Grows with every visit, so that a second visit to the same place counts as a new one. */
  readonly visit: number;
  /** Visit with which the screen was entered from another one. */
  readonly arrival: number;
}

/** An operation on an earlier payment. `recharge`: any payment of the card. */
export type LaterStep =
  | { readonly operation: 'void'; readonly hold: Hold }
  | { readonly operation: 'refund'; readonly details: ShownAttempt }
  | { readonly operation: 'recharge'; readonly attemptId: string };

export interface Navigation {
  readonly route: ScreenRoute;
  readonly go: (screen: ScreenName, attemptId?: string) => void;
  /** Shows a payment in History with the dialog that prints its receipt. */
  readonly printReceipt: (attemptId: string) => void;
  /** Shows a hold in Holds. @param capture opens the review of its capture */
  readonly openHold: (id: string, capture: boolean) => void;
  /** Opens the dialog that voids a hold, refunds a charge or charges its card again, over the screen. */
  readonly openLater: (step: LaterStep) => void;
  readonly openUnconfirmed: () => void;
  readonly openView: (view: SavedView) => void;
  readonly openSettings: (section: SettingsSection) => void;
  /** Opens the help at a topic, a section of the guide or the first steps, over the screen. */
  readonly openHelp: (place: HelpTopic | `guide-${number}` | 'first-steps') => void;
}

export const NavigationContext = createContext<Navigation | null>(null);

export function useNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (navigation === null) throw new Error('useNavigation outside of the frame');
  return navigation;
}

/** Acts when somebody goes to the screen that is shown already, such as by its key. Opening it does not count. */
export function useRevisit(act: () => void): void {
  const { visit } = useNavigation().route;
  /** The last visit of the screen; null while it is not shown. */
  const seen = useRef<number | null>(null);
  const onRevisit = useEffectEvent(act);
  useLayoutEffect(() => {
    if (seen.current !== null && seen.current !== visit) onRevisit();
    seen.current = visit;
  }, [visit]);
  // A screen that was kept meanwhile is opened when it comes back.
  useLayoutEffect(
    () => () => {
      seen.current = null;
    },
    [],
  );
}

/** Returns the sections in their order. Below supervisor: what is personal, and what their role can do at this moment. */
export function useSettingsSections(): readonly SettingsSection[] {
  const { merchant } = useSession();
  const mayChangeAll = useMayAct('supervisor');
  const severalMerchants = (useCall('merchants', 'list', undefined).data ?? []).length > 1;
  if (mayChangeAll) return settingsSections;
  const useful: Partial<Readonly<Record<SettingsSection, boolean>>> = {
    // To change to another one.
    merchants: severalMerchants,
    seat: true,
    operators: true,
    training: merchant.merchant.environment === 'training',
  };
  return settingsSections.filter((section) => useful[section] === true);
}

/** Topics of the help, in their order. */
export const helpTopics = [
  'phone',
  'hold',
  'unconfirmed',
  'declined',
  'refund',
  'tip',
  'dispute',
  'receipt',
  'find',
  'close',
  'away',
  'training',
] as const;
export type HelpTopic = (typeof helpTopics)[number];
