/** Filters of the audit trail as keyed, and the query made from them. */
import { deedGroups, kindsOfGroup, type DeedGroup } from '#shared/audit/deed-groups.ts';
import type { LedgerEventsQuery } from '#shared/audit/ledger-events.ts';
import { isBackwards } from '#renderer/ui/dates/day-presets.ts';
import { boundsOfDay } from '#shared/local-day.ts';

export interface KeyedAuditFilter {
  readonly group: DeedGroup | null;
  readonly operatorName: string | null;
  /** Local days, `2026-11-20`; empty when open. Both ends are part of the search. */
  readonly fromDay: string;
  readonly untilDay: string;
}

export const noAuditFilter: KeyedAuditFilter = { group: null, operatorName: null, fromDay: '', untilDay: '' };

export const deedGroupOf = (text: string): DeedGroup | null => deedGroups.find((group) => group === text) ?? null;

export const isFiltered = (keyed: KeyedAuditFilter): boolean =>
  Object.values(keyed).some((value) => value !== null && value !== '');

/** A last day before the first one is ignored, as the form says. */
export const toEventsFilter = (keyed: KeyedAuditFilter): Required<Omit<LedgerEventsQuery, 'after' | 'limit'>> => ({
  kinds: keyed.group === null ? null : [...kindsOfGroup(keyed.group)],
  operatorName: keyed.operatorName,
  from: boundsOfDay(keyed.fromDay)?.from ?? null,
  until: isBackwards(keyed) ? null : (boundsOfDay(keyed.untilDay)?.until ?? null),
});
