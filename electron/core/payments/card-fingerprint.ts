/** Keyed fingerprint of a card number: recognises a card again and reveals nothing without the key (invariant 5). */
import { createHmac } from 'node:crypto';

/**
 * Returns HMAC-SHA-256 of the digits, base64url. A plain hash could be reversed by trying all card numbers.
 * @param key 32 bytes from the vault
 */
export function cardFingerprint(digits: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(digits, 'ascii').digest('base64url');
}

/** Returns a mark that tells keys apart and reveals neither: the HMAC of a text that is no card number, base64url. */
export function keyMark(key: Uint8Array): string {
  return createHmac('sha256', key).update('caja: the key of card fingerprints', 'ascii').digest('base64url');
}
