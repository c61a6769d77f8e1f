/** Words and formats of paper in one language, which need not be the seat's. */
import type { paper } from '#shared/locales/en/paper.ts';
import type { OutcomeFormats } from '#shared/words/outcome-texts.ts';
import type { NamespaceKey, TextKeys } from '#shared/locales/text-keys.ts';
import type { Attempt } from '#shared/payments/attempt.ts';
import { languages, type Language } from '#shared/languages.ts';
import { boundsOfDay } from '#shared/local-day.ts';
import { writtenFigures } from '#shared/words/written-figures.ts';

type PaperKey =
  | `paper:${TextKeys<typeof paper>}`
  | NamespaceKey<'common' | 'outcomes' | 'service' | 'holds' | 'history' | 'reports'>;

export interface PaperWords extends PaperFormats {
  readonly language: Language;
  readonly t: (key: PaperKey, values?: Readonly<Record<string, string | number>>) => string;
}

export type PaperFormats = ReturnType<typeof paperFormats>;

/** Returns figures, and dates of the kinds that paper has. @param timeZone names a zone other than the computer's, for tests */
export function paperFormats(language: Language, timeZone?: string) {
  const locale = languages[language].tag;
  const figures = writtenFigures(language, timeZone);
  // In this order in both languages, because 03/04 in an English document is read both ways.
  const numbers = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric', timeZone });
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone });
  const date = (instant: string): string => numbers.format(new Date(instant));
  return {
    ...figures,
    /** `21/11/2026` */
    date,
    /** `21/11/2026, 14:05` */
    moment: (instant: string): string => `${date(instant)}, ${figures.clock(instant).slice(0, 'HH:MM'.length)}`,
    /** `Saturday, 21 November 2026`, in Spanish `sábado, 21 de noviembre de 2026` */
    longDate: (instant: string): string => full.format(new Date(instant)),
  };
}

/** Returns the local days of a sheet as a line of their own. */
export function writtenDays({ t, longDate }: PaperWords, first: string, last: string): string {
  const written = (day: string): string => longDate(boundsOfDay(day)?.from ?? day);
  const text = first === last ? written(first) : t('reports:range', { first: written(first), last: written(last) });
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Formats of the words of outcomes, in which a day is written as everywhere on paper. */
export const outcomeFormats = ({ money, date, moment }: PaperFormats): OutcomeFormats => ({ money, day: date, moment });

/** Returns `Visa •••• 7001`, all that is known of a card. */
export const maskedCard = ({ t }: PaperWords, card: Attempt['card']): string =>
  card === null
    ? t('common:banner.noCard')
    : t('paper:card', { brand: t(`common:brand.${card.brand}`), lastFour: card.lastFour });
