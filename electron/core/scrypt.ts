/** Derives keys from typed text with scrypt (RFC 7914), the program's only key derivation. */
import { scrypt } from 'node:crypto';

/** Cost of scrypt, which uses 128 × `blocks` × `blockSize` bytes of memory. */
export interface ScryptCost {
  /** A power of two. */
  readonly blocks: number;
  readonly blockSize: number;
  readonly lanes: number;
}

/** OWASP minimum for scrypt: 128 MiB and a few tenths of a second. */
export const usualScryptCost = { blocks: 2 ** 17, blockSize: 8, lanes: 1 } as const satisfies ScryptCost;

const keyBytes = 32;

/** Derives 32 bytes. */
export function deriveKey(text: string, salt: Uint8Array, { blocks, blockSize, lanes }: ScryptCost): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const options = { N: blocks, r: blockSize, p: lanes, maxmem: 2 * 128 * blocks * blockSize };
  // Another system may encode the same typed letters as other code points.
  const typed = Buffer.from(text.normalize('NFKC'), 'utf8');
  scrypt(typed, salt, keyBytes, options, (error, key) => {
    // Not left in memory for the collector to come by. The text itself can't be overwritten.
    typed.fill(0);
    if (error === null) resolve(key);
    else reject(error);
  });
  return promise;
}
