/**
 * Keys of a seat's audit trail, derived from one seed in the vault: one that signs for each ledger, so that a copied chain never
 * meets another of the same key, and one for the heads.
 */
import { createHmac, createPrivateKey, createPublicKey, hkdfSync, sign, verify, type KeyObject } from 'node:crypto';

/** Who has signed a text, and the signature, both base64url. */
export interface Signed {
  readonly signer: string;
  readonly signature: string;
}

export type TrailKey = ReturnType<typeof createTrailKey>;

/** What stands before the 32 bytes of a key in DER: PKCS #8 and SubjectPublicKeyInfo of Ed25519 (RFC 8410). */
const privateHeader = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicHeader = Buffer.from('302a300506032b6570032100', 'hex');

/** @param seed 32 random bytes */
export function createTrailKey(seed: Uint8Array) {
  const derived = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', seed, Buffer.alloc(0), `caja audit trail ${purpose}`, 32));
  return {
    signerOf: (ledger: string) => signerFrom(derived(`ledger ${ledger}`)),
    heads: signerFrom(derived('heads')),
  };
}

/** Returns the mark of a chain: only who has the key of card fingerprints, which the seats of a ledger have in common, can make it. */
export const chainMark = (common: Uint8Array, signer: string): string =>
  createHmac('sha256', common).update(`caja: the chain of ${signer}`).digest('base64url');

function signerFrom(secret: Buffer) {
  const key = createPrivateKey({ key: Buffer.concat([privateHeader, secret]), format: 'der', type: 'pkcs8' });
  const bytes = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    /** Public key: Ed25519, base64url. */
    signer: bytes.subarray(publicHeader.length).toString('base64url'),
    /** Returns the signature of a text, base64url. */
    sign: (text: string): string => sign(null, Buffer.from(text), key).toString('base64url'),
  };
}

const publicKeys = new Map<string, KeyObject | null>();

function publicKeyOf(signer: string): KeyObject | null {
  const known = publicKeys.get(signer);
  if (known !== undefined) return known;
  const bytes = Buffer.from(signer, 'base64url');
  const key =
    bytes.length === 32
      ? createPublicKey({ key: Buffer.concat([publicHeader, bytes]), format: 'der', type: 'spki' })
      : null;
  // Somebody may have filled the table with keys.
  if (publicKeys.size > 1_000) publicKeys.clear();
  publicKeys.set(signer, key);
  return key;
}

/** True when the signer has signed the text. False for a key that is none. */
export function isSigned(signer: string, text: string, signature: string): boolean {
  const key = publicKeyOf(signer);
  return key !== null && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}
