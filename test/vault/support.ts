/** A vault over a real file, with a key store that the test can break. */
import { openDocument, type KeptDocumentStore } from '#electron/documents/document-store.ts';
import { createOsCipher } from '#electron/vault/os-cipher.ts';
import { vaultContentSchema, type VaultContent } from '#electron/vault/vault-content.ts';
import { createVault } from '#electron/vault/vault.ts';
import type { Vault } from '#electron/core/ports.ts';
import { createKeyStore, type KeyStore } from '#test/fixtures/key-store.ts';
import Conf from 'conf';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `conf` is what electron-store is made of; electron-store itself needs Electron. */
export const openConf = (options: ConstructorParameters<typeof Conf>[0] & { name: string }) =>
  new Conf({ ...options, configName: options.name, projectName: 'caja', projectVersion: '1.0.0' });

export const now = () => new Date('2026-11-20T15:00:00.000Z');

export interface OpenedVault {
  readonly vault: Vault;
  readonly store: KeptDocumentStore<VaultContent>;
  readonly keyStore: KeyStore;
}

export function openVault(folder: string, keyStore: KeyStore = createKeyStore()): OpenedVault {
  const store = openDocument({ open: openConf, folder, name: 'vault', schema: vaultContentSchema, now });
  return { vault: createVault({ store, cipher: createOsCipher(keyStore, 'linux') }), store, keyStore };
}

export const vaultText = (folder: string): string => readFileSync(join(folder, 'vault.json'), 'utf8');
