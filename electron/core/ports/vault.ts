/** The vault as the use cases need it. Core knows these shapes and nothing behind them. */
import type { Failure, Result } from '#shared/failure.ts';
import type { MerchantSecrets } from '#shared/seat/merchant.ts';
import type { VaultStatus } from '#shared/seat/settings.ts';

/** Secrets at rest: ciphertext only. Methods answer with a `vault` failure, they do not throw for what can be expected. */
export interface Vault {
  secretsOf(merchantId: string): Promise<Result<MerchantSecrets | null, Failure>>;
  saveSecrets(merchantId: string, secrets: MerchantSecrets): Promise<Result<void, Failure>>;
  removeSecrets(merchantId: string): Promise<Result<void, Failure>>;
  /** The key of the card fingerprint: made at first use, 32 bytes. */
  fingerprintKey(): Promise<Result<Uint8Array, Failure>>;
  /** Seats that share a ledger share the key too: it comes from the provisioning file. */
  saveFingerprintKey(key: Uint8Array): Promise<Result<void, Failure>>;
  ledgerPassword(): Promise<Result<string | null, Failure>>;
  saveLedgerPassword(password: string | null): Promise<Result<void, Failure>>;
  status(): Promise<VaultStatus>;
  /** Opens a vault whose key comes from a passphrase; `wrong-passphrase` changes nothing. */
  unlock(passphrase: string): Promise<Result<VaultStatus, Failure>>;
  /** Sets or changes the passphrase (the vault must be open); what it holds is kept. */
  setPassphrase(passphrase: string): Promise<Result<VaultStatus, Failure>>;
}
