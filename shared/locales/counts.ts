/** Writes the counts of all texts with separators: “3,000 payments”. For i18next, as its formatter. */
import { languageOf, languages } from '#shared/languages.ts';

const formats = new Map<string, Intl.NumberFormat>();

function inLanguage(language: string): Intl.NumberFormat {
  const format = formats.get(language) ?? new Intl.NumberFormat(languages[languageOf(language)].tag);
  formats.set(language, format);
  return format;
}

/** Names under which texts get numbers of things. */
const counts: ReadonlySet<string> = new Set(['count', 'done', 'total', 'of', 'max', 'charged', 'unclear', 'unknown']);

/** Module of i18next. Other numbers, such as codes of the service, stay as they are. */
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
    counts.has(options.interpolationkey ?? '') && typeof value === 'number'
      ? inLanguage(language ?? 'en').format(value)
      : (value as string),
} as const;
