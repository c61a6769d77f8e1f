/** Makes card fingerprints under the seat's key. */
import { randomBytes } from 'node:crypto';
import type { Vault } from '#electron/core/ports/vault.ts';
import { ok, type Result } from '#shared/failure.ts';
import { trainingMerchantId } from '#shared/seat/merchant.ts';
import { cardFingerprint } from './card-fingerprint.ts';

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
