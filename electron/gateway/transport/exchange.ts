/** Sends one request on one connection at most once, and knows whether a byte may have left. */
import type { Dispatcher } from 'undici';
import { oneSecond } from '#shared/durations.ts';
import type { SendOptions } from '#electron/core/ports/gateway.ts';
import { charsetOf, decodePart } from './body-text.ts';
import { decodeBody, readablePart, type BodyHeaders } from './content-encoding.ts';
import { brokenCause, ConnectFailure, errorCode } from './error-causes.ts';
import type { Evidence, Received, WireRequest } from './transport-result.ts';
import type { WireTap, WireTaps } from './wire-tap.ts';

/** Largest answer in bytes. A real answer has a few kilobytes. */
export const bodyLimit = 1_048_576;

/** Time in ms that the computer's clock may gain on a request's way to its first byte, beyond the time to connect. */
const clockSlack = 10 * oneSecond;

export interface ExchangeLimits {
  /** Longest time to connect, in ms. */
  readonly connectTimeout: number;
  /** Longest wait for the headers of the answer, in ms. */
  readonly headersTimeout: number;
  /** Longest pause between two pieces of the body, in ms. The whole body may take four times as long. */
  readonly bodyTimeout: number;
}

export function exchange(
  { pool, taps }: { readonly pool: Dispatcher; readonly taps: WireTaps },
  request: WireRequest,
  { connectTimeout, ...limits }: ExchangeLimits,
  { cancel, onSent }: SendOptions = {},
): Promise<Received> {
  return new Promise((resolve) => {
    const lastStart = Date.now() + connectTimeout + clockSlack;
    let sent = false;
    let settled = false;
    let httpStatus: number | null = null;
    let bodyHeaders = bodyHeadersOf({});
    let bodyTimer: NodeJS.Timeout | undefined;
    const chunks: Buffer[] = [];
    let tap: WireTap | null = null;

    const settle = (received: Received | Promise<Received>): void => {
      if (settled) return;
      settled = true;
      clearTimeout(bodyTimer);
      cancel?.removeEventListener('abort', onCancel);
      resolve(received);
    };
    const onCancel = (): void => {
      if (!sent) settle({ kind: 'not-sent', cause: 'cancelled', detail: 'cancelled' });
    };
    if (cancel?.aborted === true) return onCancel();
    cancel?.addEventListener('abort', onCancel);

    pool.dispatch(
      {
        method: request.method ?? 'POST',
        path: request.path,
        headers: request.headers,
        body: request.method === 'GET' ? null : request.body,
        idempotent: false,
        ...limits,
      },
      {
        /**
         * undici calls this right before each write of the request, in the same turn of the event loop. This is the
         * last moment to cancel. A second call would be a second send, so it is aborted.
         */
        onRequestStart(controller) {
          // Timers of Linux stand still while the computer sleeps. Meanwhile another seat may have called the payment unknown, and a
          // person settled it.
          if (!sent && Date.now() > lastStart) settle(sleptOver);
          if (sent || settled) return controller.abort(new Error('this request is over'));
          sent = true;
          tap = taps.begin();
          onSent?.();
        },
        onResponseStart(controller, statusCode, headers) {
          if (statusCode < 200) return;
          httpStatus = statusCode;
          bodyHeaders = bodyHeadersOf(headers);
          // Reset Content has no body, so without a length there is no end to wait for (RFC 9110, section 15.3.6).
          if (statusCode === 205 && !('content-length' in headers) && !bodyHeaders.isChunked) {
            settle(receive(statusCode, Buffer.alloc(0), bodyHeaders));
            return controller.abort(new Error('no content'));
          }
          bodyTimer = setTimeout(
            () => controller.abort(Object.assign(new Error('body too slow'), { code: 'UND_ERR_BODY_TIMEOUT' })),
            4 * limits.bodyTimeout,
          );
        },
        onResponseData(_controller, chunk) {
          chunks.push(chunk);
        },
        onResponseEnd() {
          const came = {
            httpStatus: httpStatus ?? 0,
            body: Buffer.concat(chunks),
            wire: tap?.bytes() ?? Buffer.alloc(0),
          };
          settle(hasMore(came, bodyHeaders) ? moreThanOne(came) : receive(came.httpStatus, came.body, bodyHeaders));
        },
        onResponseError(_controller, error) {
          if (!sent) return settle(notSent(error));
          const wire = tap?.bytes() ?? Buffer.alloc(0);
          const cause = brokenCause(error, httpStatus !== null, wire);
          const came = { httpStatus, redirects: bodyHeaders.location !== '' };
          settle(brokenOff({ kind: 'broken', cause, ...came, detail: errorCode(error) }, chunks, wire, bodyHeaders));
        },
      },
    );
  });
}

const sleptOver: Received = { kind: 'not-sent', cause: 'connect-timeout', detail: 'the computer slept meanwhile' };

const bodyHeadersOf = (headers: Readonly<Record<string, string | readonly string[] | undefined>>) =>
  ({
    contentEncoding: String(headers['content-encoding'] ?? ''),
    contentType: String(headers['content-type'] ?? ''),
    location: String(headers['location'] ?? ''),
    isChunked: /\bchunked\s*$/i.test(String(headers['transfer-encoding'])),
  }) satisfies BodyHeaders;

/** An answer that ended: its body, and all that came on the connection since the request. */
interface Came {
  readonly httpStatus: number;
  readonly body: Buffer;
  readonly wire: Buffer;
}

/**
 * True when something stands behind an answer that could be believed, and be it a part of it that its head does not count. Blanks
 * are nothing.
 */
function hasMore({ httpStatus, body, wire }: Came, { isChunked }: BodyHeaders): boolean {
  const head = wire.indexOf('\r\n\r\n', wire.indexOf('HTTP/')) + 4;
  const rest = isChunked ? behindChunks(wire.subarray(head)) : wire.subarray(head + body.length);
  const isBelieved = httpStatus < 300 || (httpStatus >= 400 && httpStatus < 500);
  return isBelieved && rest.some((byte) => byte > 0x20);
}

/** Returns what stands behind the last chunk and the empty line that ends its trailers; all of it where a size is missing. */
function behindChunks(chunks: Buffer): Buffer {
  for (let rest = chunks; ;) {
    const end = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.toString('latin1', 0, end), 16);
    if (!(size >= 0)) return chunks;
    if (size === 0) return rest.subarray(rest.indexOf('\r\n\r\n', end) + 4);
    rest = rest.subarray(end + 2 + size + 2);
  }
}

/** Calls an answer broken that has more behind it. A decline may be followed by an approval. */
const moreThanOne = ({ httpStatus, wire: bytes }: Came): Received => ({
  kind: 'broken',
  cause: 'not-understood',
  httpStatus,
  body: null,
  evidence: { of: 'wire', bytes },
  detail: 'more than one answer',
});

/** Fills in what came of an answer that broke off: the text or bytes of its body, else everything that came. */
async function brokenOff(
  broken: Omit<Extract<Received, { kind: 'broken' }>, 'body' | 'evidence'>,
  chunks: readonly Buffer[],
  wire: Buffer,
  headers: BodyHeaders,
): Promise<Received> {
  const evidence: Evidence | null = wire.length === 0 ? null : { of: 'wire', bytes: wire };
  if (chunks.length === 0) return { ...broken, body: null, evidence };
  const body = Buffer.concat(chunks);
  const text = headers.contentEncoding === '' ? decodePart(body, charsetOf(headers.contentType)) : null;
  if (text !== null) return { ...broken, body: text, evidence: null };
  return { ...broken, body: null, evidence: await readablePart(body, headers, bodyLimit) };
}

/** Decodes an answer that came whole. */
export async function receive(httpStatus: number, body: Buffer, headers: BodyHeaders): Promise<Received> {
  const decoded = await decodeBody(body, headers, bodyLimit);
  const redirects = (headers.location ?? '') !== '';
  if (decoded.kind === 'text') return { kind: 'answered', httpStatus, body: decoded.text, redirects };
  const evidence: Evidence =
    decoded.kind === 'undecodable'
      ? { of: 'body', bytes: decoded.bytes }
      : await readablePart(body, headers, bodyLimit);
  return { kind: 'broken', cause: decoded.kind, httpStatus, body: null, evidence, redirects, detail: decoded.detail };
}

/**
 * Maps an error before the first byte: the connection failed or closed early, or undici found the request malformed.
 */
function notSent(error: unknown): Received {
  if (error instanceof ConnectFailure) return { kind: 'not-sent', cause: error.notSentCause, detail: error.detail };
  const code = errorCode(error);
  return { kind: 'not-sent', cause: code === 'UND_ERR_INVALID_ARG' ? 'configuration' : 'other', detail: code };
}
