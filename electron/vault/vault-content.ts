/** Content of the vault file: ciphertext only, each entry with the cipher that made it. */
import { z } from 'zod';
import { passphraseHeaderSchema } from './passphrase-cipher.ts';

const vaultEntrySchema = z.strictObject({
  cipher: z.enum(['os', 'passphrase']),
  data: z.base64(),
});
export type VaultEntry = z.infer<typeof vaultEntrySchema>;

export const vaultContentSchema = z.strictObject({
  /** Header of the passphrase; null while the system's key store is used. */
  passphrase: passphraseHeaderSchema.nullable(),
  entries: z.record(z.string(), vaultEntrySchema),
});
export type VaultContent = z.infer<typeof vaultContentSchema>;

export const emptyVault: VaultContent = { passphrase: null, entries: {} };
