/** Ranges of days that are asked for most, counted from today. */
import { dayBeside } from '#shared/local-day.ts';
import { dayPresets, type DayPreset } from '#shared/day-presets.ts';
import { firstOfMonth } from './calendar-days.ts';

/** Days as `2026-11-20`, both part of the range; empty when open. */
export interface DayRange {
  readonly fromDay: string;
  readonly untilDay: string;
  /** The preset that was chosen, because several may stand for the same days. */
  readonly preset?: DayPreset | null;
}

/** True when the first day comes after the last. */
export const isBackwards = ({ fromDay, untilDay }: DayRange): boolean =>
  fromDay !== '' && untilDay !== '' && fromDay > untilDay;

export function presetRange(preset: DayPreset, today: string): DayRange {
  const yesterday = dayBeside(today, -1);
  const before = dayBeside(firstOfMonth(today), -1);
  return {
    today: { fromDay: today, untilDay: today },
    yesterday: { fromDay: yesterday, untilDay: yesterday },
    week: { fromDay: dayBeside(today, -6), untilDay: today },
    month: { fromDay: firstOfMonth(today), untilDay: today },
    lastMonth: { fromDay: firstOfMonth(before), untilDay: before },
  }[preset];
}

/** Returns the preset that stands for these days, the chosen one first; null when none does. */
export const presetOf = ({ fromDay, untilDay, preset: chosen }: DayRange, today: string): DayPreset | null =>
  [...(chosen == null ? [] : [chosen]), ...dayPresets].find((preset) => {
    const range = presetRange(preset, today);
    return range.fromDay === fromDay && range.untilDay === untilDay;
  }) ?? null;
