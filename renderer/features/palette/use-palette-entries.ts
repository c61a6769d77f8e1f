/** Gathers what the palette offers: actions of the screen, merchants, settings, the last payments. */
import { historyFilterSchema } from '#shared/ledger/history.ts';
import { recentDays } from '#shared/seat/reach.ts';
import { receiptStageOf } from '#shared/paper/receipt-stage.ts';
import { seatSettingsSchema, type SeatSettings } from '#shared/seat/settings.ts';
import { customerName } from '#shared/payments/attempt.ts';
import { useCall } from '#renderer/session/api.ts';
import { useFrameAct } from '#renderer/session/frame-acts.ts';
import { helpTopics, useNavigation, useSettingsSections } from '#renderer/session/navigation.tsx';
import { useReach, useMayAct, useSession } from '#renderer/session/session.tsx';
import { useActionRegistry } from '#renderer/ui/actions.tsx';
import { useSearchText } from '#renderer/ui/list/search-box.tsx';
import { useFormats } from '#renderer/words/formats.ts';
import { guideOf } from '#renderer/words/guide/guide.ts';
import { useText } from '#renderer/words/i18n.ts';
import { matchingEntries } from '#renderer/words/matching.ts';
import type { Keys } from '#renderer/ui/shortcuts.tsx';

const listedPayments = 6;
/** Pause in typing before payments are looked up, in ms. */
const searchPause = 120;

export interface PaletteWork {
  /** Asks for the merchant before anything is switched. */
  readonly chooseMerchant: (merchantId: string) => void;
}

export function usePaletteEntries(
  text: string,
  only: PaletteGroup | null,
  work: PaletteWork,
): {
  readonly entries: readonly PaletteEntry[];
  readonly hint: string | undefined;
  /** Why payments may be missing. */
  readonly missing: string | null;
  /** True while the listed entries may belong to an earlier text. */
  readonly searching: boolean;
} {
  const isSearched = text.trim() !== '';
  const merchants = useMerchantEntries(work);
  const views = useViewEntries(only === null);
  const payments = usePaymentEntries(text, only === null);
  const { hint, missing } = payments;
  const actions = useActionEntries();
  const settings = useSettingsEntries();
  const help = useHelpEntries();
  const asked = useAskedEntry();
  const matching = matchingEntries(
    [...actions, ...(isSearched ? [asked] : []), ...views, ...merchants.entries, ...settings, ...help],
    text,
  );
  const shown = matching.filter(({ group }) => only === null || group === only);
  // The ledger found the payments, by more than what the entry shows.
  const all = only === null ? [...shown, ...payments.entries] : shown;
  const entries = isSearched ? all : paletteGroups.flatMap((group) => all.filter((entry) => entry.group === group));
  return { entries, hint, missing, searching: only === null ? payments.isPending : merchants.isPending };
}

/** Actions of what is shown. */
function useActionEntries(): readonly PaletteEntry[] {
  const { t } = useText();
  return useActionRegistry()
    .offered()
    .flatMap(({ heading, actions: offered }, group) =>
      // Two parts of a screen may offer actions of one name. One part offers an action once for each of its keys.
      [...Map.groupBy(offered, ({ name }) => name)].flatMap(([name, same], index): readonly PaletteEntry[] => {
        const keys = same.flatMap((one) => one.keys ?? []);
        const { said, run } = same.find((one) => one.run !== undefined) ?? {};
        return run === undefined
          ? []
          : [
              {
                id: `action ${group} ${index}`,
                group: heading === t('nav.label') ? 'screens' : 'actions',
                head: heading,
                name,
                keys,
                ...(said && { text: said }),
                run,
              },
            ];
      }),
    );
}

function useMerchantEntries({ chooseMerchant }: PaletteWork) {
  const { t } = useText();
  const { merchant } = useSession().merchant;
  const { data: merchants = [], isPending } = useCall('merchants', 'list', undefined);
  const entries = merchants
    .map((view) => view.merchant)
    .filter(({ id }) => id !== merchant.id)
    .map(({ id, name, environment }): PaletteEntry => ({
      id: `merchant ${id}`,
      group: 'merchants',
      head: t('settings:sections.merchants'),
      name: t('palette:useMerchant', { name }),
      note: t(`environment.${environment}`),
      run: () => chooseMerchant(id),
    }));
  return { entries, isPending };
}

function useViewEntries(enabled: boolean): readonly PaletteEntry[] {
  const { t } = useText();
  const { openView } = useNavigation();
  const views = useCall('history', 'views', undefined, { enabled }).data ?? [];
  return views.map((view) => ({
    id: `view ${view.name}`,
    group: 'actions',
    head: t('nav.history'),
    name: t('history:views.one', { name: view.name }),
    run: () => openView(view),
  }));
}

/** The payments that the ledger finds by the text. */
function usePaymentEntries(text: string, enabled: boolean) {
  const { t } = useText();
  const { money, moment } = useFormats();
  const { go, printReceipt } = useNavigation();
  const reach = useReach();
  const { sought, hint } = useSearchText(text, searchPause);
  const query = { ...historyFilterSchema.parse({ text: sought.trim() }), after: null, limit: listedPayments };
  const payments = useCall('history', 'search', query, { enabled, keepPrevious: true });
  // Those of a former text, when this one is not searched for, are other payments.
  const entries = (hint === undefined ? (payments.data?.attempts ?? []) : []).map((attempt): PaletteEntry => ({
    id: attempt.id,
    group: 'payments',
    head: t('palette:payments'),
    name: `${money(attempt.amount, attempt.currencySign)} · ${customerName(attempt)}`,
    note: `${t(`operation.${attempt.operation}`)} · ${moment(attempt.startedAt)}${attempt.card === null ? '' : ` · ${attempt.card.lastFour}`}`,
    run: () => go('history', attempt.id),
    ...(receiptStageOf(attempt, false) === null
      ? {}
      : { second: { name: t('palette:receipt'), run: () => printReceipt(attempt.id) } }),
  }));
  const isNarrowed = reach !== 'all' && enabled && text.trim() !== '' && payments.data?.attempts.length === 0;
  const narrowed = isNarrowed ? t(`history:reach.${reach}.text`, { days: recentDays }) : null;
  return {
    entries,
    hint,
    missing: payments.error === null ? narrowed : t('palette:unread'),
    isPending: hint === undefined && (sought !== text || payments.isPending || payments.isPlaceholderData),
  };
}

/** Sections of the settings, and the other looks. */
function useSettingsEntries(): readonly PaletteEntry[] {
  const { t } = useText();
  const { settings } = useSession();
  const { openSettings } = useNavigation();
  const mayChangeAll = useMayAct('supervisor');
  const save = useFrameAct('seat', 'save');
  const change = (next: Partial<SeatSettings>): void => {
    const parsed = seatSettingsSchema.safeParse({ ...settings, ...next });
    if (parsed.success) void save(parsed.data);
  };
  const themes = t('settings:seat.choices.theme.options', { returnObjects: true });
  const sections = useSettingsSections().map((section): PaletteEntry => ({
    id: `section ${section}`,
    group: 'settings',
    name: t(mayChangeAll || section !== 'operators' ? `settings:sections.${section}` : 'settings:operators.own'),
    head: t('nav.settings'),
    run: () => openSettings(section),
  }));
  const looks = (Object.keys(themes) as (keyof typeof themes)[])
    .filter((theme) => theme !== settings.theme)
    .map((theme): PaletteEntry => ({
      id: `theme ${theme}`,
      group: 'settings',
      head: t('nav.settings'),
      name: `${t('settings:seat.choices.theme.label')}: ${themes[theme]}`,
      run: () => change({ theme }),
    }));
  return [...sections, ...looks];
}

function useHelpEntries(): readonly PaletteEntry[] {
  const { t } = useText();
  const { openHelp } = useNavigation();
  const topics = helpTopics.map((topic): PaletteEntry => ({
    id: `help ${topic}`,
    group: 'help',
    name: t(`help:topics.${topic}.title`),
    head: t('help:title'),
    text: `${t(`help:topics.${topic}.text`)} ${t(`palette:words.${topic}`, { defaultValue: '' })}`,
    run: () => openHelp(topic),
  }));
  const guide = guideOf(useSession().settings.language).map(({ title, text: told }, index): PaletteEntry => ({
    id: `guide ${index}`,
    group: 'help',
    head: t('help:tabs.guide'),
    name: title,
    text: told,
    run: () => openHelp(`guide-${index}`),
  }));
  return [...topics, ...guide];
}

/** Leads from what a caller asks for to the payment, where its receipt and its codes are. */
function useAskedEntry(): PaletteEntry {
  const { t } = useText();
  const { go } = useNavigation();
  const { allowChargeAgain } = useSession().merchant.merchant;
  return {
    id: 'asked',
    group: 'payments',
    head: t('palette:payments'),
    name: t('palette:openPayment'),
    text: ['refund', 'receipt', 'dispute', ...(allowChargeAgain ? ['again'] : [])]
      .map((topic) => t(`palette:words.${topic}`, { defaultValue: '' }))
      .join(' '),
    run: () => go('history'),
  };
}

/** Groups of entries, in this order while nothing is typed. */
const paletteGroups = ['payments', 'screens', 'actions', 'merchants', 'settings', 'help'] as const;
export type PaletteGroup = (typeof paletteGroups)[number];

export interface PaletteEntry {
  readonly id: string;
  readonly group: PaletteGroup;
  /** Head under which the entry stands. Finds it as well. */
  readonly head: string;
  readonly name: string;
  /** Further facts of it, such as the time of a payment. */
  readonly note?: string;
  /** A text that finds it as well and is not shown. */
  readonly text?: string;
  readonly keys?: readonly Keys[];
  readonly run: () => void;
  /** Second action, which has a key of its own. */
  readonly second?: { readonly name: string; readonly run: () => void };
}

/** Returns the entries under their heads. A head stands where its first entry does. */
export const underHeads = (
  entries: readonly PaletteEntry[],
): readonly (readonly [string, readonly PaletteEntry[]])[] => [...Map.groupBy(entries, ({ head }) => head)];
