/** Port of the vault. Core knows these types and not their implementation. */
import type { Failure, Result } from '#shared/failure.ts';
import type { MerchantSecrets } from '#shared/seat/merchant.ts';
import type { VaultStatus } from '#shared/seat/settings.ts';

/** Secrets at rest, as ciphertext only. Methods return a `vault` failure for expected errors and do not throw. */
export interface Vault {
  secretsOf(merchantId: string): Promise<Result<MerchantSecrets | null, Failure>>;
  saveSecrets(merchantId: string, secrets: MerchantSecrets): Promise<Result<void, Failure>>;
  removeSecrets(merchantId: string): Promise<Result<void, Failure>>;
  /** Returns the key of the card fingerprint, 32 bytes, created at first use. */
  fingerprintKey(): Promise<Result<Uint8Array, Failure>>;
  /** Saves the key from the provisioning file, which all seats of a shared ledger need. */
  saveFingerprintKey(key: Uint8Array): Promise<Result<void, Failure>>;
  /**
   * Returns the seed of the keys that sign this seat's links of the audit trail (Ed25519), 32 bytes, created at first use.
   * `fresh` tells that this call has made it, so that no chain of it can exist yet.
   */
  trailKey(): Promise<Result<{ readonly seed: Uint8Array; readonly fresh: boolean }, Failure>>;
  ledgerPassword(): Promise<Result<string | null, Failure>>;
  saveLedgerPassword(password: string | null): Promise<Result<void, Failure>>;
  status(): Promise<VaultStatus>;
  /** Opens a vault whose key comes from a passphrase. `wrong-passphrase` changes nothing. */
  unlock(passphrase: string): Promise<Result<VaultStatus, Failure>>;
  /** Sets or changes the passphrase of an open vault, and keeps its content. */
  setPassphrase(passphrase: string): Promise<Result<VaultStatus, Failure>>;
}
