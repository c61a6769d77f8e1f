/** The vault of this seat over the system's key store. */
import type { StoredMerchants } from '#electron/core/merchants/stored-merchants.ts';
import type { DocumentStore, KeptDocumentStore } from '#electron/core/ports/stored-documents.ts';
import type { Emit } from '#electron/core/ports/host.ts';
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

/** Whom the vault tells that the system began to ask for its key store's password, and that it has its answer. */
export interface VaultTold {
  readonly warn: (message: string) => void;
  readonly emit: Emit;
}

/** Binds the secrets of older programs at once, before anything can change the documents that name their places. */
export function createSeatVault(
  { vault: store, merchants, ledger }: VaultDocuments,
  safeStorage: SafeStorage,
  { warn, emit }: VaultTold,
): Vault {
  const onAsking = (asks: boolean): void => {
    warn(asks ? 'The key store has not answered: the system may be asking for its password' : 'The key store answers');
    emit('vault.changed', {});
  };
  const vault = createVault({
    store,
    cipher: createOsCipher(safeStorage, process.platform, onAsking),
    formerPlaces: formerPlaces(merchants.read()?.merchants ?? [], ledger.read()),
  });
  void vault.bindFormer();
  return vault;
}
