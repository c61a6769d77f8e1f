/**
 * Parses the text of an answer as JSON. Ignores the content type because family B sends JSON as `text/plain` (field
 * notes).
 */
import { parseExactly, type ExactJson } from './exact-json.ts';

export type Parsed =
  | ({ readonly ok: true } & ExactJson)
  | { readonly ok: false; readonly cause: 'truncated' | 'not-understood' };

export function parseAnswer(text: string): Parsed {
  const trimmed = text.replace(/^\uFEFF+/, '').trim();
  const exact = exactOrNull(trimmed);
  if (exact !== null) return { ok: true, ...exact };
  return { ok: false, cause: isCutShort(trimmed) ? 'truncated' : 'not-understood' };
}

function exactOrNull(text: string): ExactJson | null {
  try {
    return parseExactly(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** True for an object or array that never closes, which is the beginning of an answer. */
function isCutShort(text: string): boolean {
  if (!/^[{[]/.test(text)) return false;
  let depth = 0;
  let inText = false;
  for (let index = 0; index < text.length; index++) {
    const mark = text[index];
    if (inText) {
      if (mark === '\\') index++;
      else if (mark === '"') inText = false;
    } else if (mark === '"') inText = true;
    else if (mark === '{' || mark === '[') depth++;
    else if (mark === '}' || mark === ']') depth--;
    if (depth === 0) return false;
  }
  return true;
}
