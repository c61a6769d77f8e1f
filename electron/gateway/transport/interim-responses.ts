/**
 * Skips `100 Continue` and the other interim responses that a service may send unasked (RFC 9110, section 15.2). undici
 * ends the connection at a 100, and waits anew after each of the others. It can go when undici skips them all.
 */
import type { TLSSocket } from 'node:tls';
import type { WireTap, WireTaps } from './wire-tap.ts';

const empty = Buffer.alloc(0);
/** Longest interim response in bytes. */
const longest = 16_384;

/**
 * Makes a connection skip what precedes each response. A request is one write that begins after the last response ended, so
 * that whatever is read from then on belongs to its response, and is kept by the tap of the request.
 */
export function skipInterimResponses(socket: TLSSocket, taps: WireTaps): TLSSocket {
  let tap: WireTap | null = null;
  const read = socket.read.bind(socket);
  const write = socket.write.bind(socket) as (...args: readonly unknown[]) => boolean;
  /** Bytes that may be an interim response; null before a request and once the final response has begun. */
  let pending: Buffer | null = null;

  return Object.assign(socket, {
    write(...args: readonly unknown[]): boolean {
      pending ??= empty;
      tap = taps.take() ?? tap;
      return write(...args);
    },
    read(size?: number): unknown {
      const chunk = read(size) as Buffer | null;
      if (chunk !== null && pending === null) tap?.keep(chunk);
      if (chunk === null || pending === null) return chunk;
      const rest = withoutInterim(Buffer.concat([pending, chunk]));
      if (rest.awaits) {
        pending = rest.bytes;
        return null;
      }
      pending = null;
      tap?.keep(rest.bytes);
      return rest.bytes;
    },
  });
}

/** The bytes after whole interim responses. `awaits` while they may be another one. */
function withoutInterim(bytes: Buffer): { readonly bytes: Buffer; readonly awaits: boolean } {
  let rest = bytes;
  for (;;) {
    const head = rest.subarray(0, 12).toString('latin1');
    // 101 switches protocols and is no interim response to us.
    const interim = /^HTTP\/1\.[01] 1(?!01)\d\d/.test(head);
    if (!interim) return { bytes: rest, awaits: head.length < 12 && 'HTTP/1.1 100'.startsWith(head) };
    const end = rest.indexOf('\r\n\r\n');
    if (end === -1) return { bytes: rest, awaits: rest.length < longest };
    rest = rest.subarray(end + 4);
  }
}
