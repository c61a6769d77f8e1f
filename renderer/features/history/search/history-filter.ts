/** Search text and filters as keyed, and the ledger query made from them. */
import type { DayPreset } from '#shared/day-presets.ts';
import type { Environment } from '#shared/seat/environment.ts';
import type { HistoryFilter } from '#shared/ledger/history.ts';
import { boundsOfDay } from '#shared/local-day.ts';
import type { AttemptState } from '#shared/payments/outcome.ts';
import type { Operation } from '#shared/payments/operations.ts';

export interface KeyedFilter {
  readonly text: string;
  /** Local days, `2026-11-20`; empty when open. Both ends are part of the search. */
  readonly fromDay: string;
  readonly untilDay: string;
  /** The preset that was chosen for the days. */
  readonly preset: DayPreset | null;
  readonly operation: Operation | null;
  readonly state: AttemptState | null;
  readonly environment: Environment | null;
  readonly merchantId: string | null;
  readonly operatorName: string | null;
}

export const noFilter: KeyedFilter = {
  text: '',
  fromDay: '',
  untilDay: '',
  preset: null,
  operation: null,
  state: null,
  environment: null,
  merchantId: null,
  operatorName: null,
};

export function toFilter(keyed: KeyedFilter): HistoryFilter {
  return {
    text: keyed.text.trim(),
    from: boundsOfDay(keyed.fromDay)?.from ?? null,
    until: boundsOfDay(keyed.untilDay)?.until ?? null,
    operation: keyed.operation,
    state: keyed.state,
    environment: keyed.environment,
    merchantId: keyed.merchantId,
    operatorName: keyed.operatorName,
  };
}

/** Returns the number of filters set besides the search box. Both days are one. */
export function countFilters(keyed: KeyedFilter): number {
  const { text: _text, preset: _preset, fromDay, untilDay, ...others } = keyed;
  const set = [fromDay === '' ? untilDay : fromDay, ...Object.values(others)];
  return set.filter((value) => value !== null && value !== '').length;
}
