/** The vault of this seat over the system's key store. */
import type { KeptDocumentStore } from '#electron/core/ports/stored-documents.ts';
import type { Emit } from '#electron/core/ports/host.ts';
import type { Vault } from '#electron/core/ports/vault.ts';
import { createOsCipher, type SafeStorage } from './os-cipher.ts';
import type { VaultContent } from './vault-content.ts';
import { createVault } from './vault.ts';

/** Warns and emits when the system begins to ask for its key store's password, and when it has its answer. */
export function createSeatVault(
  store: KeptDocumentStore<VaultContent>,
  safeStorage: SafeStorage,
  warn: (message: string) => void,
  emit: Emit,
): Vault {
  const onAsking = (asks: boolean): void => {
    warn(asks ? 'The key store has not answered: the system may be asking for its password' : 'The key store answers');
    emit('vault.changed', {});
  };
  return createVault(store, createOsCipher(safeStorage, process.platform, onAsking));
}
