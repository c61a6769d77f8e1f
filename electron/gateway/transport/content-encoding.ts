/** Decodes a compressed answer. Requests ask for none, but some servers compress anyway, or twice. */
import { promisify } from 'node:util';
import {
  brotliDecompress,
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  gunzip,
  inflate,
} from 'node:zlib';
import { charsetOf, decodeText } from './body-text.ts';
import { errorCode } from './error-causes.ts';
import type { Evidence } from './transport-result.ts';

const decoders = { gzip: promisify(gunzip), deflate: promisify(inflate), br: promisify(brotliDecompress) } as const;
type Coding = keyof typeof decoders;
const isCoding = (coding: string): coding is Coding => Object.hasOwn(decoders, coding);

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
  /** Address that the answer names. */
  readonly location?: string;
  readonly isChunked?: boolean;
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
      const undoneBytes = await decode(coding, bytes, limit);
      if (undoneBytes === null) return notUnderstood;
      bytes = undoneBytes;
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

/** Undoes one coding. Null when something stands behind its end, such as a second answer, which Node's decoders pass over. */
async function decode(coding: Coding, bytes: Buffer, maxOutputLength: number): Promise<Buffer | null> {
  // With `info` the decoders give their engine as well, which Node's types don't know of promises.
  const undone: unknown = await decoders[coding](bytes, { maxOutputLength, info: true });
  const { buffer, engine } = undone as { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
  return bytes.subarray(engine.bytesWritten).some((byte) => byte !== 0) ? null : buffer;
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

const { Z_SYNC_FLUSH, BROTLI_OPERATION_FLUSH } = constants;
const partial = {
  gzip: () => createGunzip({ finishFlush: Z_SYNC_FLUSH }),
  deflate: () => createInflate({ finishFlush: Z_SYNC_FLUSH }),
  br: () => createBrotliDecompress({ finishFlush: BROTLI_OPERATION_FLUSH }),
} as const;

/** Returns what can be uncompressed of a body for the record, up to the limit in bytes, else the body as it came. */
export async function readablePart(body: Buffer, { contentEncoding }: BodyHeaders, limit: number): Promise<Evidence> {
  const named = codingsOf(contentEncoding);
  const codings = named.filter(isCoding).toReversed();
  let bytes = body;
  for (const coding of [...codings, unnamedCoding(body)].slice(0, mostCodings)) {
    if (coding !== undefined) bytes = (await partOf(bytes, coding, limit)) ?? bytes;
  }
  return { of: bytes === body && !isPlain(body) ? 'compressed' : 'body', bytes };
}

/** Returns what one coding gives of the bytes; null when it gives nothing. */
function partOf(bytes: Buffer, coding: Coding, limit: number): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const decoder = partial[coding]();
    const chunks: Buffer[] = [];
    let length = 0;
    const done = (): void => {
      decoder.destroy();
      resolve(length === 0 ? null : Buffer.concat(chunks).subarray(0, limit));
    };
    decoder
      .on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length >= limit) done();
      })
      .on('end', done)
      .on('error', done)
      .end(bytes);
  });
}

/** True for bytes without control characters, as any text in a charset of one byte a character. */
const isPlain = (bytes: Buffer): boolean => bytes.every((byte) => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));
