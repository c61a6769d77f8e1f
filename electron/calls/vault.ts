/** Calls about the vault. None returns its content. */
import type { Works } from '#electron/calls/by-rule.ts';
import type { Services } from '#electron/calls/services.ts';
import { ok, type Result } from '#shared/failure.ts';
import type { VaultStatus } from '#shared/seat/settings.ts';

export function vaultCalls({ vault, seals, journal, emit }: Services): Works['vault'] {
  async function changing(work: Promise<Result<VaultStatus>>): Promise<Result<VaultStatus>> {
    const result = await work;
    if (!result.ok) return result;
    emit('vault.changed', {});
    // Files that were changed, and entries that are not this seat's, are told as soon as the vault can tell.
    await seals.check();
    await journal.ready();
    return result;
  }
  return {
    status: async () => ok(await vault.status()),
    unlock: ({ passphrase }) => changing(vault.unlock(passphrase)),
    setPassphrase: ({ passphrase }) => changing(vault.setPassphrase(passphrase)),
  };
}
