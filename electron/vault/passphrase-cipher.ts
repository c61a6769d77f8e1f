/** Passphrase in place of the system's key store: scrypt unwraps a random key, which encrypts the entries (AES-256-GCM). */
import { deriveKey, usualScryptCost } from '#electron/core/scrypt.ts';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Cipher } from './cipher.ts';

/** Header in the vault file. Allows checking a guess at the cost of 128 MiB each, and nothing more. */
export const passphraseHeaderSchema = z.strictObject({
  version: z.literal(1),
  kdf: z.literal('scrypt'),
  /** Number of blocks. 2^17 of size 8 take 128 MiB and half a second. The bounds keep a tampered file from demanding more. */
  cost: z
    .int()
    .min(2 ** 17)
    .max(2 ** 20),
  blockSize: z.literal(8),
  parallelization: z.int().min(1).max(4),
  salt: z.base64(),
  /** Key of the entries, encrypted with the key derived from the passphrase. */
  wrappedKey: z.base64(),
});
export type PassphraseHeader = z.infer<typeof passphraseHeaderSchema>;

const envelopeVersion = 1;
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts to version (1 byte), nonce (12), tag (16) and ciphertext. `purpose` is authenticated with it. */
function seal(key: Uint8Array, text: Uint8Array, purpose: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  return Buffer.concat([Buffer.of(envelopeVersion), nonce, cipher.getAuthTag(), sealed]);
}

/** Decrypts. Throws for a different key or altered bytes. */
function open(key: Uint8Array, envelope: Uint8Array, purpose: string): Buffer {
  const bytes = Buffer.from(envelope);
  if (bytes[0] !== envelopeVersion) throw new Error('The envelope has another version');
  const nonce = bytes.subarray(1, 1 + nonceBytes);
  const tag = bytes.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(1 + nonceBytes + tagBytes)), decipher.final()]);
}

const derive = (
  passphrase: string,
  { cost, blockSize, parallelization, salt }: Omit<PassphraseHeader, 'wrappedKey'>,
): Promise<Buffer> =>
  deriveKey(passphrase, Buffer.from(salt, 'base64'), { blocks: cost, blockSize, lanes: parallelization });

/** Wraps a key with a passphrase: a new random key, or the existing one when the passphrase changes. */
export async function wrapKey(
  passphrase: string,
  key: Uint8Array = randomBytes(32),
): Promise<{ readonly header: PassphraseHeader; readonly key: Uint8Array }> {
  const parameters = {
    version: 1,
    kdf: 'scrypt',
    cost: usualScryptCost.blocks,
    blockSize: usualScryptCost.blockSize,
    parallelization: usualScryptCost.lanes,
    salt: randomBytes(16).toString('base64'),
  } as const;
  const outer = await derive(passphrase, parameters);
  try {
    return { header: { ...parameters, wrappedKey: seal(outer, key, 'key').toString('base64') }, key };
  } finally {
    outer.fill(0);
  }
}

/** Unwraps the key of the header; null when the passphrase is wrong. */
export async function unwrapKey(passphrase: string, header: PassphraseHeader): Promise<Uint8Array | null> {
  const outer = await derive(passphrase, header);
  try {
    return open(outer, Buffer.from(header.wrappedKey, 'base64'), 'key');
  } catch {
    return null;
  } finally {
    outer.fill(0);
  }
}

/** @param key from `wrapKey` or `unwrapKey` */
export function createPassphraseCipher(key: Uint8Array): Cipher {
  return {
    backend: 'passphrase',
    state: () => Promise.resolve('works'),
    encrypt: (text) => Promise.resolve(seal(key, Buffer.from(text, 'utf8'), 'entry')),
    decrypt: async (bytes) => ({ text: open(key, bytes, 'entry').toString('utf8'), stale: false }),
  };
}
