/** Formats money and dates with Intl in the language of the seat. Instants are UTC and shown in local time. */
import { languages, type Language } from '#shared/languages.ts';
import { writtenFigures } from '#shared/words/written-figures.ts';
import { useText } from './i18n.ts';

export type Formats = ReturnType<typeof formatsOf>;

/** Returns the formats of a language. Pure, so that tests can name the time zone. */
export function formatsOf(language: Language, timeZone?: string, now: () => Date = () => new Date()) {
  const locale = languages[language].tag;
  const figures = writtenFigures(language, timeZone);
  const dayOf = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone });
  const dayWithYear = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone });
  const yearOf = new Intl.DateTimeFormat('en', { year: 'numeric', timeZone });
  const regions = new Intl.DisplayNames(locale, { type: 'region' });
  const day = (instant: string): string => {
    const date = new Date(instant);
    return (yearOf.format(date) === yearOf.format(now()) ? dayOf : dayWithYear).format(date);
  };
  const time = (instant: string): string => figures.clock(instant).slice(0, 'HH:MM'.length);
  return {
    ...figures,
    /** `25 Nov, 14:05`, with the year when it is not this year's. */
    moment: (instant: string): string => `${day(instant)}, ${time(instant)}`,
    /** `25 Nov`, with the year when it is not this year's. */
    day,
    /** `14:05` */
    time,
    /** Name of a country by its ISO 3166 code; any other text unchanged. */
    country: (code: string): string => (/^[A-Za-z]{2}$/.test(code) ? (regions.of(code.toUpperCase()) ?? code) : code),
  };
}

let shared: { readonly key: string; readonly formats: Formats } | null = null;

/**
 * Returns the formats of a language in the computer's time zone. They are made once for all components, because Intl takes
 * longer to make one of them than React to render the component.
 */
export function sharedFormats(language: Language): Formats {
  // The zone changes when somebody travels. Each format keeps the one that it was made in.
  const key = `${language} ${new Date().getTimezoneOffset()}`;
  if (shared?.key !== key) shared = { key, formats: formatsOf(language) };
  return shared.formats;
}

export const useFormats = (): Formats => sharedFormats(useText().language);

/** Formats a length of time as `0:12` or `1:02:09`. @param ms not negative */
export function elapsedWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const parts = hours > 0 ? [hours, minutes, seconds % 60] : [minutes, seconds % 60];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 1 : 2, '0')).join(':');
}
