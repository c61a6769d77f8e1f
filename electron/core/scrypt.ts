/** Keys from what a person types: scrypt (RFC 7914), the only key derivation of the program. */
import { scrypt } from 'node:crypto';

/** Memory is 128 × `blocks` × `blockSize` bytes. */
export interface ScryptCost {
  /** A power of two. */
  readonly blocks: number;
  readonly blockSize: number;
  readonly lanes: number;
}

/** 128 MiB and some tenths of a second: the OWASP minimum for scrypt. */
export const usualScryptCost = { blocks: 2 ** 17, blockSize: 8, lanes: 1 } as const satisfies ScryptCost;

const keyBytes = 32;

/** Derives 32 bytes. */
export function deriveKey(text: string, salt: Uint8Array, { blocks, blockSize, lanes }: ScryptCost): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const options = { N: blocks, r: blockSize, p: lanes, maxmem: 2 * 128 * blocks * blockSize };
  // The same letters typed on another system may be other code points.
  scrypt(text.normalize('NFKC'), salt, keyBytes, options, (error, key) =>
    error === null ? resolve(key) : reject(error),
  );
  return promise;
}
