/** Names the days of a list: today and yesterday by word, every day with its weekday. */
import { useMemo } from 'react';
import { useToday } from '#renderer/ui/clock.ts';
import { plusDays, utcOf } from '#renderer/ui/dates/calendar-days.ts';
import type { RowGroup } from '#renderer/ui/list/record-list.tsx';
import { useText } from '#renderer/words/i18n.ts';
import { languages } from '#shared/languages.ts';

export function useDayHeadings(days: readonly { readonly at: number; readonly day: string }[]): readonly RowGroup[] {
  const { t, language } = useText();
  const today = useToday();
  return useMemo(() => {
    const words = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
    const ofThisYear = new Intl.DateTimeFormat(languages[language].tag, words);
    const ofAnother = new Intl.DateTimeFormat(languages[language].tag, { ...words, year: 'numeric' });
    const headingOf = (day: string): string => {
      const written = (day.slice(0, 4) === today.slice(0, 4) ? ofThisYear : ofAnother).format(utcOf(day));
      if (day === today) return t('history:day.today', { day: written });
      return day === plusDays(today, -1) ? t('history:day.yesterday', { day: written }) : written;
    };
    return days.map(({ at, day }) => ({ at, heading: headingOf(day) }));
  }, [days, t, language, today]);
}
