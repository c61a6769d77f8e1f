/** Search text and filters as keyed, and the ledger query made from them. */
import type { DayPreset } from '#shared/day-presets.ts';
import type { HistoryFilter } from '#shared/ledger/history.ts';
import { noChosenFilters, type ChosenFilters } from '#shared/ledger/history-filters.ts';
import { boundsOfDay } from '#shared/local-day.ts';

export interface KeyedFilter extends ChosenFilters {
  readonly text: string;
  /** Local days, `2026-11-20`; empty when open. Both ends are part of the search. */
  readonly fromDay: string;
  readonly untilDay: string;
  /** The preset that was chosen for the days. */
  readonly preset: DayPreset | null;
}

export const noFilter: KeyedFilter = {
  text: '',
  fromDay: '',
  untilDay: '',
  preset: null,
  ...noChosenFilters,
};

export const toFilter = ({ text, fromDay, untilDay, preset: _preset, ...chosen }: KeyedFilter): HistoryFilter => ({
  text: text.trim(),
  from: boundsOfDay(fromDay)?.from ?? null,
  until: boundsOfDay(untilDay)?.until ?? null,
  ...chosen,
});

/** Returns the number of filters set besides the search box. Both days are one. */
export function countFilters(keyed: KeyedFilter): number {
  const { text: _text, preset: _preset, fromDay, untilDay, ...others } = keyed;
  const set = [fromDay === '' ? untilDay : fromDay, ...Object.values(others)];
  return set.filter((value) => value !== null && value !== '').length;
}
