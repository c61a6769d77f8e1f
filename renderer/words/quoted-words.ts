/** The service's own words inside one of our sentences. */
import type { Translate } from './i18n.ts';

/** Longest quotation in characters. The whole text stands below, as the service's own words. */
const longest = 160;

/** Returns the text in quotes with its code; null when there is neither. */
export function quotedWords(t: Translate, text: string | null, code: string | null): string | null {
  if (text === null) return code === null ? null : t('outcomes:reason.code', { code });
  const quoted = text.length <= longest ? text : `${text.slice(0, longest).toWellFormed().trimEnd()}…`;
  return code === null
    ? t('outcomes:reason.quoted', { text: quoted })
    : t('outcomes:reason.quotedCode', { text: quoted, code });
}
