/** Makes card fingerprints under the seat's key. */
import { randomBytes, createHmac } from 'node:crypto';
import type { Vault } from '#electron/core/ports/vault.ts';
import { ok, type Result } from '#shared/failure.ts';
import { trainingMerchantId } from '#shared/seat/merchant.ts';

export type Fingerprints = ReturnType<typeof createFingerprints>;

/** Training works without a key store. Its fingerprints then last as long as the program runs. */
export function createFingerprints(vault: Pick<Vault, 'fingerprintKey'>) {
  let trainingKey: Uint8Array | null = null;

  async function keyFor(merchantId: string): Promise<Result<Uint8Array>> {
    const key = await vault.fingerprintKey();
    if (key.ok || merchantId !== trainingMerchantId) return key;
    trainingKey ??= randomBytes(32);
    return ok(trainingKey);
  }

  return {
    /** Returns the fingerprint of a card number, or why the key can't be used. */
    of: (digits: string, merchantId: string): Promise<Result<string>> =>
      keyFor(merchantId).then((key) => (key.ok ? ok(cardFingerprint(digits, key.value)) : key)),
  };
}

/**
 * Returns HMAC-SHA-256 of the digits, base64url. A plain hash could be reversed by trying all card numbers.
 * @param key 32 bytes from the vault
 */
function cardFingerprint(digits: string, key: Uint8Array): string {
  return createHmac('sha256', key).update(digits, 'ascii').digest('base64url');
}

/** Returns a mark that tells keys apart and reveals neither: the HMAC of a text that is no card number, base64url. */
export function keyMark(key: Uint8Array): string {
  return createHmac('sha256', key).update('caja: the key of card fingerprints', 'ascii').digest('base64url');
}
