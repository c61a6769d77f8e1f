/** Port of the vault. Core knows these types and not their implementation. */
import { ok, type Failure, type Result } from '#shared/failure.ts';
import type { MerchantSecrets, MerchantView } from '#shared/seat/merchant.ts';
import type { Misplaced, SecretPlace } from '#shared/seat/secret-place.ts';
import type { VaultStatus } from '#shared/seat/settings.ts';

/** Puts the former ciphertexts back, with the places that they were bound to. Leaves those that were changed later. */
export type Undo = () => Promise<Result<void>>;
export const nothingToUndo: Undo = () => Promise.resolve(ok(undefined));

/** Facts about a merchant's secrets that the screens may show. */
export interface HeldSecrets {
  readonly has: MerchantView['has'];
  /** Why they would be withheld from the place; null when they wouldn't. */
  readonly elsewhere: Misplaced | null;
}

/** A merchant's secrets, and the place that they were keyed for. */
export interface PlacedSecrets {
  readonly merchantId: string;
  readonly secrets: MerchantSecrets;
  readonly place: SecretPlace;
}

/**
 * Secrets at rest, as ciphertext only. A secret is bound to the place that it was keyed for, inside its ciphertext, and given for
 * no other: that fails as `secrets-elsewhere`. Methods return a `vault` failure for expected errors and do not throw.
 */
export interface Vault {
  /** Decrypts a merchant's secrets for the place where they are to be sent. Nothing is kept of them. */
  secretsOf(merchantId: string, place: SecretPlace): Promise<Result<MerchantSecrets | null, Failure>>;
  /** Tells which secrets there are; null for none. */
  heldSecrets(merchantId: string, place: SecretPlace): Promise<Result<HeldSecrets | null, Failure>>;
  /** Saves the secrets of some merchants in one write. */
  saveSecrets(all: readonly PlacedSecrets[]): Promise<Result<Undo, Failure>>;
  removeSecrets(merchantId: string): Promise<Result<void, Failure>>;
  /** Returns the key of the card fingerprint, 32 bytes, created at first use. */
  fingerprintKey(): Promise<Result<Uint8Array, Failure>>;
  /** Saves the key from the provisioning file, which all seats of a shared ledger need. */
  saveFingerprintKey(key: Uint8Array): Promise<Result<void, Failure>>;
  /** True when the key came from a provisioning file. */
  isKeyGiven(): Promise<Result<boolean, Failure>>;
  /**
   * Returns the seed of the keys that sign this seat's links of the audit trail (Ed25519), 32 bytes, created at first use.
   * `fresh` tells that it was made at a seat that had sealed nothing yet, and that `trailBegun` was not called, so that no heads of an
   * earlier run need exist. A seat whose seed was taken away is no new one.
   */
  trailKey(): Promise<Result<{ readonly seed: Uint8Array; readonly fresh: boolean }, Failure>>;
  /** Notes that the heads of the trail are on disk: from now on their absence is a loss. */
  trailBegun(): Promise<Result<void, Failure>>;
  /** Returns what vouches for the documents that steer payments and for provisioning files, as saved; null when there is none. */
  steering(): Promise<Result<string | null, Failure>>;
  saveSteering(steering: string): Promise<Result<void, Failure>>;
  /** True when there has been something in `steering`: from the first secret on, whether it can be read or not. */
  everSteered(): boolean;
  /** Removes the secrets of all merchants and the ledger's password. Keeps the seat's own keys. */
  forgetSecrets(): Promise<Result<void>>;
  ledgerPassword(place: SecretPlace): Promise<Result<string | null, Failure>>;
  /** @param inUse place of the servers in use, whose password is kept beside; null for none */
  saveLedgerPassword(password: string, place: SecretPlace, inUse?: SecretPlace | null): Promise<Result<Undo, Failure>>;
  status(): Promise<VaultStatus>;
  /** Opens a vault whose key comes from a passphrase. `wrong-passphrase` changes nothing. */
  unlock(passphrase: string): Promise<Result<VaultStatus, Failure>>;
  /** Sets or changes the passphrase of an open vault, and keeps its content. */
  setPassphrase(passphrase: string): Promise<Result<VaultStatus, Failure>>;
}
