/** The whole texts of every language, for the main process. The page reads those that it shows. */
import type { Language } from '#shared/languages.ts';
import { en } from './en.ts';
import { es } from './es.ts';

export const catalogues = { en, es } satisfies Readonly<Record<Language, object>>;
