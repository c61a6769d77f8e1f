/** The reported days: what is wrong with a choice of them, the days before and after, and how they are written. */
import { boundsOfDay, dayBeside, daysBetween } from '#shared/local-day.ts';
import { mostDays } from '#shared/reports/figures.ts';
import { languages, type Language } from '#shared/languages.ts';
import type { DayRange } from '#renderer/ui/dates/day-presets.ts';
import { type Translate } from '#renderer/words/i18n.ts';

/** Returns what is wrong with the days; null when they can be reported. */
export function faultOf(t: Translate, { fromDay, untilDay }: DayRange, today: string): string | null {
  if (boundsOfDay(fromDay) === null || boundsOfDay(untilDay) === null) return t('reports:notADay');
  if (untilDay > today) return t('reports:future');
  if (untilDay < fromDay) return t('reports:wrongOrder');
  if (lengthOf({ fromDay, untilDay }) > mostDays) return t('reports:tooLong', { count: mostDays });
  return null;
}

const lengthOf = ({ fromDay, untilDay }: DayRange): number => daysBetween(fromDay, untilDay, mostDays + 1).length;

/** Returns as many days right before these, or right after them. */
export function daysBeside(range: DayRange, direction: -1 | 1): DayRange {
  const by = direction * Math.max(1, lengthOf(range));
  return { fromDay: dayBeside(range.fromDay, by), untilDay: dayBeside(range.untilDay, by) };
}

/** Formats local days. `full`: `Saturday, 21 November 2026`; `short`: `Sat 21 Nov`. */
export function dayWriter(language: Language) {
  const locale = languages[language].tag;
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' });
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' });
  const write = (format: Intl.DateTimeFormat) => (day: string) => {
    const bounds = boundsOfDay(day);
    return bounds === null ? '' : format.format(new Date(bounds.from));
  };
  return { full: write(full), weekday: write(weekday), date: write(date) };
}
