/** The vault of this seat over the system's key store. */
import type { StoredMerchants } from '#electron/core/merchants/stored-merchants.ts';
import type { DocumentStore, KeptDocumentStore } from '#electron/core/ports/stored-documents.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import type { LedgerChoice } from '#shared/seat/settings.ts';
import { formerPlaces } from './former-places.ts';
import { createOsCipher, type SafeStorage } from './os-cipher.ts';
import type { VaultContent } from './vault-content.ts';
import { createVault } from './vault.ts';

export interface VaultDocuments {
  readonly vault: KeptDocumentStore<VaultContent>;
  readonly merchants: DocumentStore<StoredMerchants>;
  readonly ledger: DocumentStore<LedgerChoice>;
}

/**
 * Binds the secrets of older programs at once, before anything can change the documents that name their places.
 * @param onAsking called when the system begins to ask for its key store's password, and when it has its answer
 */
export function createSeatVault(
  { vault: store, merchants, ledger }: VaultDocuments,
  safeStorage: SafeStorage,
  onAsking: (asks: boolean) => void,
): Vault {
  const vault = createVault({
    store,
    cipher: createOsCipher(safeStorage, process.platform, onAsking),
    formerPlaces: formerPlaces(merchants.read()?.merchants ?? [], ledger.read()),
  });
  void vault.bindFormer();
  return vault;
}
