/**
 * Signature of a list of an update. Beside `latest.yml` lies `latest.yml.sig`: the Ed25519 signature of the exact bytes of the
 * list, in base64. The list names each file of the update with its SHA-512, so one signature vouches for all of them.
 */
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
