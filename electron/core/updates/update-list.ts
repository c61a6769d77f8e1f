/**
 * List of an update: its signature, what the publisher adds to it, and which of its files is for this installation. Beside `latest.yml` lies
 * `latest.yml.sig`: the Ed25519 signature of the exact bytes of the list, in base64. The list names each file of the update with its
 * SHA-512, so one signature vouches for all of them.
 */
import { z } from 'zod';
import { instantSchema } from '#shared/identifiers.ts';
import { createPublicKey, verify, type KeyObject } from 'node:crypto';

const signatureBytes = 64;

/** Reads the program's key. @throws Error for a text that is no public Ed25519 key in PEM */
export function readUpdateKey(pem: string): KeyObject {
  // `createPublicKey` also takes a private key, which must never be in a program.
  if (pem.includes('PRIVATE KEY')) throw new Error('This is a private key. The program carries the public one.');
  const key = createPublicKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key of updates has to be an Ed25519 key.');
  return key;
}

/** @param keys of which any may have signed */
export function isSignedUpdate(keys: readonly KeyObject[], list: Uint8Array, signature: Uint8Array): boolean {
  const text = Buffer.from(signature).toString('latin1').trim();
  // Node's decoder skips whatever is no base64.
  if (!/^[A-Za-z0-9+/]{86}==$/.test(text)) return false;
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === signatureBytes && keys.some((key) => verify(null, list, key, bytes));
}

/** Stamp that the publisher adds to a list before signing it. It keeps an old list from being shown again. */
export const listStampSchema = z.object({
  /** Grows with each signing. A seat takes no list with a smaller one than it has seen. */
  number: z.int().min(1),
  signedAt: instantSchema,
  /** The list is refused from this instant on. */
  validUntil: instantSchema,
});
export type ListStamp = z.infer<typeof listStampSchema>;

/** Kind of an installation, by the end of its files' names. */
export type UpdateFileKind = 'deb' | 'exe';

const named = { x64: /x64|x86_64|amd64/i, arm64: /arm64|aarch64/i, other: /armv7l|armhf|ia32|i386/i } as const;

/**
 * Tells by the name. A server could send the signed list of another system under the name of ours, and its file would not
 * start here. electron-builder names the processor except for an installer of Windows that holds both.
 */
export function isFileFor(kind: UpdateFileKind, arch: string): (name: string) => boolean {
  return (name) => {
    if (!name.endsWith(`.${kind}`) || named.other.test(name)) return false;
    if (arch === 'x64') return !named.arm64.test(name);
    if (arch !== 'arm64') return false;
    return named.arm64.test(name) || (kind === 'exe' && !named.x64.test(name));
  };
}
