/** The result of a request on the wire, before the answer's content is read. */
import type { NotSentCause, UnknownCause } from '#shared/payments/outcome.ts';

/** A request that is ready for the wire. `path` begins with a slash and is relative to the origin. */
export interface WireRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * The result of sending one request:
 * - answered: a whole HTTP answer came, whatever it says
 * - broken: a byte of the request may have left and no whole answer came, or none that can be read; `body` is the part
 *   that did, and `bytes` what can't be decoded
 * - not-sent: certainly no byte of the request left
 * `detail` is for the log and the details panel: names, numbers and error codes, nothing secret.
 */
export type Received =
  | { readonly kind: 'answered'; readonly httpStatus: number; readonly body: string }
  | {
      readonly kind: 'broken';
      readonly cause: UnknownCause;
      readonly httpStatus: number | null;
      readonly body: string | null;
      readonly bytes: Buffer | null;
      readonly detail: string;
    }
  | { readonly kind: 'not-sent'; readonly cause: NotSentCause; readonly detail: string };
