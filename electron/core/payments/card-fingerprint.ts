/** The keyed fingerprint of a card number: recognises a card again and gives nothing back without the key (invariant 5). */
import { createHmac } from 'node:crypto';

/**
 * HMAC-SHA-256 of the digits, base64url. A plain hash would not do: there are few enough card numbers to try them all.
 * @param key 32 bytes from the vault
 */
export function cardFingerprint(digits: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(digits, 'ascii').digest('base64url');
}

/** Tells two keys apart and gives nothing back of either: the HMAC of a text that is no card number, base64url. */
export function keyMark(key: Uint8Array): string {
  return createHmac('sha256', key).update('caja: the key of card fingerprints', 'ascii').digest('base64url');
}
