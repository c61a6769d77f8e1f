/**
 * Keys of a seat's audit trail, derived from one seed in the vault: one that signs for each ledger, so that a copied chain never
 * meets another of the same key, one for the heads, and one that marks entries.
 */
import { createHmac, createPrivateKey, createPublicKey, hkdfSync, sign, verify, type KeyObject } from 'node:crypto';

export interface TrailSigner {
  /** Public key: Ed25519, base64url. */
  readonly signer: string;
  /** Returns the signature of a text, base64url. */
  sign(text: string): string;
}

/** Who has signed a text, and the signature, both base64url. */
export interface Signed {
  readonly signer: string;
  readonly signature: string;
}

export interface TrailKey {
  /** Signs the chain of one ledger. */
  signerOf(ledger: string): TrailSigner;
  /** Signs the file of the heads. */
  readonly heads: TrailSigner;
  /** Returns a MAC of a text, 5 bytes as hexadecimal digits. */
  mark(text: string): string;
}

/** What stands before the 32 bytes of a key in DER: PKCS #8 and SubjectPublicKeyInfo of Ed25519 (RFC 8410). */
const privateHeader = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicHeader = Buffer.from('302a300506032b6570032100', 'hex');

/** @param seed 32 random bytes */
export function createTrailKey(seed: Uint8Array): TrailKey {
  const derived = (purpose: string): Buffer =>
    Buffer.from(hkdfSync('sha256', seed, Buffer.alloc(0), `caja audit trail ${purpose}`, 32));
  const markKey = derived('mark');
  return {
    signerOf: (ledger) => signerFrom(derived(`ledger ${ledger}`)),
    heads: signerFrom(derived('heads')),
    mark: (text) => createHmac('sha256', markKey).update(text).digest('hex').slice(0, 10),
  };
}

/** Returns the mark of a chain: only who has the key of card fingerprints, which the seats of a ledger have in common, can make it. */
export const chainMark = (common: Uint8Array, signer: string): string =>
  createHmac('sha256', common).update(`caja: the chain of ${signer}`).digest('base64url');

function signerFrom(secret: Buffer): TrailSigner {
  const key = createPrivateKey({ key: Buffer.concat([privateHeader, secret]), format: 'der', type: 'pkcs8' });
  const bytes = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    signer: bytes.subarray(publicHeader.length).toString('base64url'),
    sign: (text) => sign(null, Buffer.from(text), key).toString('base64url'),
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
