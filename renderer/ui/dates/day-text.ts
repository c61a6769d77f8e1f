/**
 * Days as people write and read them. Spanish shows `20/11/2026`; English shows `20 Nov 2026`, because `03/04` means two days
 * there. Both are read with the day before the month, as the program writes it everywhere.
 */
import { utcOf } from '#shared/local-day.ts';
import { languages, type Language } from '#shared/languages.ts';
import { withoutAccents } from '#shared/without-accents.ts';
import { dayOf } from './calendar-days.ts';

/** With the day before the month in every language, which the tags' own order is not. */
const shownIn = ({ month }: (typeof languages)[Language]) =>
  new Intl.DateTimeFormat('en-GB', {
    day: month === 'short' ? 'numeric' : month,
    month,
    year: 'numeric',
    timeZone: 'UTC',
  });

/** Returns the day as its field shows it. */
export const writtenDay = (day: string, language: Language): string => shownIn(languages[language]).format(utcOf(day));

const plain = (text: string): string => withoutAccents(text).toLowerCase();

/** Names of the months in every language. Any beginning of three letters or more is read. */
const monthNames: readonly (readonly string[])[] = Array.from({ length: 12 }, (_, month) =>
  Object.values(languages).map(({ tag }) =>
    plain(new Intl.DateTimeFormat(tag, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month, 1))),
  ),
);

function monthNamed(word: string): number | null {
  const name = word.startsWith('sept') ? 'sep' : word;
  if (name.length < 3) return null;
  const index = monthNames.findIndex((names) => names.some((known) => known.startsWith(name)));
  return index === -1 ? null : index + 1;
}

export interface ReadDay {
  readonly day: string;
  /** The year was written too, so that nothing more is to come. */
  readonly complete: boolean;
}

/**
 * Reads a day with or without separators: `20/11/2026`, `20-11-26`, `20112026`, `201126`, `20/11`, `2011`, `20 nov`, `2026-11-20`.
 * Without a year it is the latest such day that is not after today.
 * @returns null when it is not a day
 */
export function readDay(text: string, today: string): ReadDay | null {
  const parts = plain(text.normalize('NFKC'))
    .split(/[^\p{L}\d]+/u)
    .filter((part) => part !== '' && part !== 'de' && part !== 'of');
  const [first = '', second = '', third = ''] = parts;
  if (parts.length > 3) return null;
  if (parts.length === 3 && /^\d{4}$/.test(first)) return third.length === 2 ? ofYear(first, second, third) : null;
  if (parts.length > 1) return third === '' ? latest(first, second, today) : ofYear(third, second, first);
  if (!/^(?:\d{4}|\d{6}|\d{8})$/.test(first)) return null;
  const [date, month, year] = [first.slice(0, 2), first.slice(2, 4), first.slice(4)];
  return year === '' ? latest(date, month, today) : ofYear(year, month, date);
}

const numberOf = (text: string): number | null => (/^\d{1,2}$/.test(text) ? Number(text) : null);

function ofYear(year: string, month: string, date: string): ReadDay | null {
  if (!/^(?:\d{2}|\d{4})$/.test(year)) return null;
  const [ofMonth, ofDate] = [numberOf(month) ?? monthNamed(month), numberOf(date)];
  if (ofMonth === null || ofDate === null) return null;
  const day = dayOf(year.length === 2 ? 2000 + Number(year) : Number(year), ofMonth, ofDate);
  return day === null ? null : { day, complete: year.length === 4 };
}

/** Years between two 29th of February. */
const leap = 8;

function latest(date: string, month: string, today: string): ReadDay | null {
  const year = Number(today.slice(0, 4));
  for (let back = 0; back <= leap; back++) {
    const read = ofYear(String(year - back), month, date);
    if (read !== null && read.day <= today) return { day: read.day, complete: false };
  }
  return null;
}
