/** The service's own words inside one of our sentences. */
import type { ReadText } from './outcome-texts.ts';

/**
 * Longest quotation in characters, longer than any text that decides. The whole text stands below, as the service's own words.
 */
const longest = 240;

/** Letters of scripts that run from right to left, which would draw the marks around them to the other side. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/**
 * Returns a foreign text so that it can't leave the quotation marks around it: marks within it become single ones, as in any
 * quotation, and a text from right to left is isolated.
 */
export function nestedQuotation(text: string): string {
  const nested = text.replace(/(^|[\s(])["“”«»„‟＂]/gu, '$1‘').replace(/["“”«»„‟＂]/gu, '’');
  return rightToLeft.test(nested) ? `\u2068${nested}\u2069` : nested;
}

/** Returns the text in quotes with its code; null when there is neither. */
export function quotedWords(t: ReadText, text: string | null, code: string | null): string | null {
  if (text === null) return code === null ? null : t('outcomes:reason.code', { code });
  const quoted = nestedQuotation(text.length <= longest ? text : `${text.slice(0, longest).toWellFormed().trimEnd()}…`);
  return code === null
    ? t('outcomes:reason.quoted', { text: quoted })
    : t('outcomes:reason.quotedCode', { text: quoted, code });
}
