/** Decodes the bytes of an answer to text: a byte order mark first, then the charset of the content type, else UTF-8. */
import { MIMEType } from 'node:util';

const marks: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Returns the charset of a content type in lower case; null when it names none. */
export function charsetOf(contentType: string): string | null {
  try {
    const charset = new MIMEType(contentType).params.get('charset')?.replace(/^'(.*)'$/, '$1');
    return charset?.trim().toLowerCase() || null;
  } catch {
    return null;
  }
}

/**
 * Decodes a whole body strictly and drops a byte order mark.
 * @param charset from the content type
 * @returns null when the charset is unknown or the bytes are not text of it
 */
export function decodeText(bytes: Uint8Array, charset: string | null): string | null {
  const encoding = encodingOf(bytes, charset);
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return isSearchable(text, encoding) ? text : null;
  } catch {
    return charset === null ? withLostLetters(bytes) : null;
  }
}

/**
 * False for a text in which no secret would be recognized: UTF-16 read by single bytes has zeros between its letters, and other
 * bytes read as UTF-16 make Chinese letters.
 */
const isSearchable = (text: string, encoding: string): boolean =>
  !/^\0+[^\0]|^[^\0]\0/.test(text) &&
  (text === '' || !encoding.startsWith('utf-16') || /^\s*[\u0021-\u007e]/.test(text));

/**
 * Decodes JSON in a charset that nobody named, usually Latin-1: its letters outside ASCII become U+FFFD, and what decides is
 * ASCII. Null for anything else.
 */
function withLostLetters(bytes: Uint8Array): string | null {
  const text = new TextDecoder('utf-8').decode(bytes);
  try {
    JSON.parse(text);
    return text;
  } catch {
    return null;
  }
}

/** Decodes the part of a body that came. Its last character may be cut. */
export function decodePart(bytes: Uint8Array, charset: string | null): string | null {
  const encoding = encodingOf(bytes, charset);
  try {
    const text = new TextDecoder(encoding).decode(bytes);
    return isSearchable(text, encoding) ? text : null;
  } catch {
    return null;
  }
}

const encodingOf = (bytes: Uint8Array, charset: string | null): string =>
  marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0] ?? charset ?? 'utf-8';
