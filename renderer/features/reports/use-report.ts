/** Hooks of the Reports screen: its days and merchant, their figures, the service's records, print and export. */
import { useState } from 'react';
import type { ExportFormat } from '#shared/ledger/history.ts';
import { figuresOfClose } from '#shared/reports/day-close.ts';
import type { FiguresQuery } from '#shared/reports/figures.ts';
import type { Merchant } from '#shared/seat/merchant.ts';
import { shownData, useAction, useCall } from '#renderer/session/api.ts';
import { useNavigation } from '#renderer/session/navigation.tsx';
import { useSession } from '#renderer/session/session.tsx';
import type { DayRange } from '#renderer/ui/dates/day-presets.ts';
import type { PaperSubject } from '#renderer/ui/paper/use-paper.ts';
import { useText } from '#renderer/words/i18n.ts';
import { daysBeside, faultOf } from './reported-days.ts';
import { useReconciliation } from './service/reconciliation.tsx';

/** Value of the choice that is no single merchant. */
export const everyMerchant = '*';

export type ReportedDays = ReturnType<typeof useDays>;
export type MerchantChoice = ReturnType<typeof useMerchantChoice>;
export type ReadFigures = ReturnType<typeof useFigures>;
export type ServiceView = ReturnType<typeof useService>;
export type ReportOutput = ReturnType<typeof useOutput>;

/** The screen keeps its days during visits to others, until the next day. */
export function useDays(today: string) {
  const { t } = useText();
  const { visit } = useNavigation().route;
  const [range, setRange] = useState<DayRange>({ fromDay: today, untilDay: today });
  const [opened, setOpened] = useState({ visit, day: today });
  if (opened.visit !== visit) {
    setOpened({ visit, day: today });
    if (opened.day !== today) setRange({ fromDay: today, untilDay: today });
  }
  const fault = faultOf(t, range, today);
  return {
    range,
    setRange,
    isDay: range.fromDay === range.untilDay,
    /** Why these days can't be reported; null when they can. */
    fault,
    earlier: fault === null ? () => setRange(daysBeside(range, -1)) : undefined,
    later: range.untilDay < today && fault === null ? () => setRange(daysBeside(range, 1)) : undefined,
  };
}

/** The screen keeps its merchant until another one is in use. */
export function useMerchantChoice() {
  const { merchant: active } = useSession().merchant;
  const [chosen, setChosen] = useState({ id: active.id, under: active.id });
  if (chosen.under !== active.id) setChosen({ id: active.id, under: active.id });
  const merchants = (useCall('merchants', 'list', undefined).data ?? [])
    .map((view) => view.merchant)
    .filter(({ environment }) => environment === active.environment);
  const isEvery = chosen.id === everyMerchant && merchants.length > 1;
  // A choice of another environment is left with it.
  const merchant = isEvery ? undefined : (merchants.find(({ id }) => id === chosen.id) ?? active);
  return {
    merchants,
    /** Undefined for all merchants of the environment. */
    merchant,
    merchantId: merchant?.id ?? null,
    currencySign: (merchant ?? active).currencySign,
    choose: (id: string) => setChosen({ ...chosen, id }),
  };
}

export function useFigures(query: FiguresQuery, enabled: boolean) {
  const { first: day, environment, merchantId } = query;
  const isDay = day === query.last;
  const reading = useCall('reports', 'figures', query, { enabled });
  const closes = useCall('reports', 'closes', { day, environment, merchantId }, { enabled: enabled && isDay });
  const present = enabled ? shownData(reading) : undefined;
  const recorded = enabled && isDay ? shownData(closes) : undefined;
  return {
    reading,
    closes,
    present,
    recorded,
    report: present && { ...present, figures: figuresOfClose(present.figures, recorded?.closes ?? [], query) },
  };
}

/** @param query null where the days can't be compared */
export function useService(merchant: Merchant | undefined, query: FiguresQuery | null) {
  const hasRecords = merchant !== undefined && merchant.recordsUrl !== null;
  const [atService, show] = useState(false);
  const desk = useReconciliation(hasRecords ? query : null);
  const { start } = desk;
  return {
    hasRecords,
    isShown: atService && hasRecords,
    show,
    desk,
    compare:
      start &&
      (() => {
        show(true);
        start();
      }),
  };
}

interface Given {
  /** Null while there is nothing to print. */
  readonly printed: PaperSubject | null;
  /** Undefined while there is nothing to export. */
  readonly exportTo: ((format: ExportFormat) => void) | undefined;
}
const nothingGiven: Given = { printed: null, exportTo: undefined };

/** @param query of the figures; null while there are none */
export function useOutput({ isShown, desk: { result } }: ServiceView, query: FiguresQuery | null) {
  const figures = useAction('reports', 'export');
  const journal = useAction('reports', 'exportJournal');
  const id = result?.kind === 'reconciled' ? result.id : null;
  const ofService: Given =
    id === null
      ? nothingGiven
      : { printed: { kind: 'reconciliation', id }, exportTo: (format) => journal.mutate({ id, format }) };
  const ofFigures: Given =
    query === null
      ? nothingGiven
      : { printed: { kind: 'day-close', query }, exportTo: (format) => figures.mutate({ query, format }) };
  return { ...(isShown ? ofService : ofFigures), failure: (figures.error ?? journal.error)?.failure ?? null };
}
