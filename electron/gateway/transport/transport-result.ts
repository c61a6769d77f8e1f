/** The result of a request on the wire, before the answer's content is read. */
import type { NotSentCause, UnknownCause } from '#shared/payments/outcome.ts';

/** A request that is ready for the wire. `path` begins with a slash and is relative to the origin. */
export interface WireRequest {
  /** POST when absent. A GET asks for something and has no body. */
  readonly method?: 'GET';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Wiped as soon as the request is over. */
  readonly body: Buffer;
}

/** Returns the bytes of a body, outside the pool that small buffers share, because a string can't be overwritten. */
export function bodyOf(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** What came of an answer that is no text. */
export interface Evidence {
  /**
   * - body: the body, uncompressed
   * - compressed: a body that can't be uncompressed, in which no secret could be found
   * - wire: everything that came, with its head
   */
  readonly of: 'body' | 'compressed' | 'wire';
  readonly bytes: Buffer;
}

/**
 * The result of sending one request:
 * - answered: a whole HTTP answer came, whatever it says
 * - broken: a byte of the request may have left and no whole answer came, or none that can be read; `body` is the part
 *   that did, and `evidence` the bytes of what is no text
 * - not-sent: certainly no byte of the request left
 * `detail` is for the log and the details panel: names, numbers and error codes, nothing secret.
 */
export type Received =
  | { readonly kind: 'answered'; readonly httpStatus: number; readonly body: string; readonly redirects?: boolean }
  | {
      readonly kind: 'broken';
      readonly cause: UnknownCause;
      readonly httpStatus: number | null;
      readonly body: string | null;
      readonly evidence: Evidence | null;
      /** True when the answer names another address. */
      readonly redirects?: boolean;
      readonly detail: string;
    }
  | { readonly kind: 'not-sent'; readonly cause: NotSentCause; readonly detail: string };
