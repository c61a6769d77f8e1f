/**
 * The two looks of every state: both languages and both colour schemes. A spec goes through its steps in one of them, by turns
 * of the files. The stage then turns its last state to the other one and inspects both.
 */
import i18next from 'i18next';
import type { Role } from '#shared/role.ts';
import type { Translate } from '#renderer/words/i18n.ts';
import { startBothLanguages } from '#test/fixtures/languages.ts';
import { shownSeat, type ShownSeat } from '#test/fixtures/shown/seat.ts';

export const looks = [
  { language: 'en', theme: 'light' },
  { language: 'es', theme: 'dark' },
] as const;
export type Look = (typeof looks)[number];

/** Declares specs whose steps are in one look, with its words. Where sizes depend on the words, run them in both `looks`. */
export function inOneLook(language: Look['language'], declare: (look: Look, t: Translate) => void): void {
  // A worker may have run another file before. What is declared must not depend on who was shown there.
  reader = usualReader;
  declare(language === 'en' ? looks[0] : looks[1], wordsOf(language));
}

startBothLanguages();

const usualReader: Role | undefined = shownSeat().session.operator?.role;
/** Role of the operator who is shown last. */
let reader = usualReader;

export function readAs({ operator }: ShownSeat['session']): void {
  reader = operator?.role ?? reader;
}

/** The words of a language, as the page itself looks them up for the operator. */
export function wordsOf(language: Look['language']): Translate {
  const translate = i18next.getFixedT(language) as unknown as (key: string, values: object) => string;
  const t = (key: string, values?: object): string => translate(key, { ...values, context: reader });
  return t as Translate;
}
