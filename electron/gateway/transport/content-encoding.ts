/** Decodes a compressed answer. Requests ask for none, but some servers compress anyway, or twice. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { charsetOf, decodeText } from './body-text.ts';
import { errorCode } from './error-causes.ts';

const decoders = { gzip: promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) } as const;
type Coding = keyof typeof decoders;
const isCoding = (coding: string): coding is Coding => Object.hasOwn(decoders, coding);

/** Most codings that are undone, named or not. */
const mostCodings = 3;

export type Decoded =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'truncated' | 'too-large' | 'not-understood'; readonly detail: string }
  /** The bytes, uncompressed, of which no text can be made. */
  | { readonly kind: 'undecodable'; readonly detail: string; readonly bytes: Buffer };

/** The headers that say how to read a body. */
export interface BodyHeaders {
  readonly contentEncoding: string;
  readonly contentType: string;
}

/** @param limit largest size in bytes after decoding, because a small answer may expand into a huge one */
export async function decodeBody(body: Buffer, headers: BodyHeaders, limit: number): Promise<Decoded> {
  const named = codingsOf(headers.contentEncoding);
  if (named.length > mostCodings || !named.every(isCoding)) return notUnderstood;
  let bytes = body;
  let undone = 0;
  const next = (): Coding | undefined => named.pop() ?? unnamedCoding(bytes);
  for (let coding = next(); coding !== undefined; coding = next()) {
    if (++undone > mostCodings) return notUnderstood;
    try {
      bytes = await decoders[coding](bytes, { maxOutputLength: limit });
    } catch (error) {
      const code = errorCode(error);
      if (code === 'ERR_BUFFER_TOO_LARGE') return { kind: 'too-large', detail: code };
      return { kind: code === 'Z_BUF_ERROR' ? 'truncated' : 'not-understood', detail: code };
    }
  }
  const charset = charsetOf(headers.contentType);
  const text = decodeText(bytes, charset);
  if (text !== null) return { kind: 'text', text };
  return { kind: 'undecodable', detail: charset ?? 'no charset', bytes };
}

const notUnderstood: Decoded = { kind: 'not-understood', detail: 'content-encoding' };

const codingsOf = (contentEncoding: string): string[] =>
  contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim().replace(/^x-/, ''))
    .filter((coding) => coding !== '' && coding !== 'identity');

/** Recognizes gzip by its first bytes, which no text begins with. */
const unnamedCoding = (bytes: Buffer): Coding | undefined =>
  bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8 ? 'gzip' : undefined;
