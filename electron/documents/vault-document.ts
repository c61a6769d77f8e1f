/** `vault.json`: the vault's ciphertext. */
import { vaultContentSchema, type VaultContent } from '#electron/vault/vault-content.ts';
import type { DocumentDefinition } from './versioned-document.ts';

export const vaultDocument: DocumentDefinition<VaultContent> = {
  name: 'vault',
  schema: vaultContentSchema,
  steps: [],
  steers: true,
};
