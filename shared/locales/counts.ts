/** Writes the counts of all texts with separators: “3,000 payments”. For i18next, as its formatter. */
import { languageOf, languages } from '#shared/languages.ts';

const formats = new Map<string, Intl.NumberFormat>();

function inLanguage(language: string): Intl.NumberFormat {
  const format = formats.get(language) ?? new Intl.NumberFormat(languages[languageOf(language)].tag);
  formats.set(language, format);
  return format;
}

/** Module of i18next. Other numbers than `count`, such as codes of the service, stay as they are. */
export const countFormatter = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (
    value: unknown,
    _format: string | undefined,
    language: string | undefined,
    options: { readonly interpolationkey?: string },
  ): string =>
    options.interpolationkey === 'count' && typeof value === 'number'
      ? inLanguage(language ?? 'en').format(value)
      : (value as string),
} as const;
