/** A vault over a real file and a key store that tests can break. */
import type { SteeringStore } from '#electron/core/ports/stored-documents.ts';
import { openDocument } from '#electron/documents/document-store.ts';
import { vaultDocument } from '#electron/documents/seat-documents.ts';
import { createOsCipher } from '#electron/vault/os-cipher.ts';
import type { VaultContent } from '#electron/vault/entries.ts';
import { createVault } from '#electron/vault/vault.ts';
import type { MerchantSecrets } from '#shared/seat/merchant.ts';
import type { SecretPlace } from '#shared/seat/secret-place.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import { createKeyStore, type KeyStore } from '#test/fixtures/key-store.ts';
import { openConf } from '#test/fixtures/open-conf.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const now = () => new Date('2026-11-20T15:00:00.000Z');

export interface OpenedVault {
  readonly vault: Vault;
  readonly store: SteeringStore<VaultContent>;
  readonly keyStore: KeyStore;
}

export const place: SecretPlace = { address: 'https://service.example.com', authority: null, proxy: 'system' };
export const ledgerPlace: SecretPlace = { address: 'caja@ledger.example.com:5432/caja', authority: 'PEM', proxy: null };

export function openVault(folder: string, keyStore: KeyStore = createKeyStore()): OpenedVault {
  const store = openDocument({ open: openConf, folder, now }, vaultDocument);
  const cipher = createOsCipher(keyStore, 'linux');
  return { vault: createVault(store, cipher), store, keyStore };
}

export const vaultText = (folder: string): string => readFileSync(join(folder, 'vault.json'), 'utf8');

/** A refusal of the vault. */
export const vaultReason = (reason: string) => ({ ok: false, failure: { kind: 'vault', reason } });

export type VaultCalls = Readonly<Record<string, (vault: Vault) => Promise<unknown>>>;
const keyed: MerchantSecrets = { cclw: 'WEBCODE-ABCDEF', apiKey: null, clientCertificate: null };
/** Calls that read. */
export const reads = {
  secretsOf: (vault) => vault.secretsOf('shop', place),
  heldSecrets: (vault) => vault.heldSecrets('shop', place),
  fingerprintKey: (vault) => vault.fingerprintKey(),
  isKeyGiven: (vault) => vault.isKeyGiven(),
  trailKey: (vault) => vault.trailKey(),
  steering: (vault) => vault.steering(),
  ledgerPassword: (vault) => vault.ledgerPassword(ledgerPlace),
} satisfies VaultCalls;
/** Calls that write. */
export const writes = {
  saveSecrets: (vault) => vault.saveSecrets([{ merchantId: 'other', secrets: keyed, place }]),
  saveFingerprintKey: (vault) => vault.saveFingerprintKey(new Uint8Array(32)),
  saveSteering: (vault) => vault.saveSteering('{}'),
  saveLedgerPassword: (vault) => vault.saveLedgerPassword('another one', ledgerPlace),
  setPassphrase: (vault) => vault.setPassphrase('nine lives of a cat'),
} satisfies VaultCalls;
