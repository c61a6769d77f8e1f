/** Decodes a compressed answer. Requests ask for none, but some servers compress anyway. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { errorCode } from './error-causes.ts';

const decoders = { gzip: promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) } as const;

export type Decoded =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'truncated' | 'too-large' | 'not-understood'; readonly detail: string };

/** @param limit largest size in bytes after decoding, because a small answer may expand into a huge one */
export async function decodeBody(body: Buffer, contentEncoding: string, limit: number): Promise<Decoded> {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim().replace(/^x-/, ''))
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > 2) return { kind: 'not-understood', detail: 'content-encoding' };
  let bytes = body;
  for (const coding of codings.reverse()) {
    if (!Object.hasOwn(decoders, coding)) return { kind: 'not-understood', detail: 'content-encoding' };
    try {
      bytes = await decoders[coding as keyof typeof decoders](bytes, { maxOutputLength: limit });
    } catch (error) {
      const code = errorCode(error);
      if (code === 'ERR_BUFFER_TOO_LARGE') return { kind: 'too-large', detail: code };
      return { kind: code === 'Z_BUF_ERROR' ? 'truncated' : 'not-understood', detail: code };
    }
  }
  return { kind: 'text', text: decodeText(bytes) };
}

/** Decodes UTF-8 whatever the content type says (field notes). Drops a byte order mark and marks invalid bytes. */
export const decodeText = (bytes: Uint8Array): string => new TextDecoder('utf-8').decode(bytes);
