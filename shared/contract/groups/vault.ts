/** The vault of secrets. Its passphrase replaces the system's key store where there is none. */
import { textLimits } from '#shared/text-limits.ts';
import { z } from 'zod';
import { idSchema } from '#shared/identifiers.ts';
import { vaultPassphraseSchema, vaultStatusSchema } from '#shared/seat/settings.ts';
import { call, type Group } from '#shared/contract/call.ts';
import { secretText } from '#shared/texts/text-kinds.ts';

export const vault = {
  calls: {
    status: call('cashier', z.void(), vaultStatusSchema),
    unlock: call('cashier', z.strictObject({ passphrase: secretText(textLimits.vaultPassphrase) }), vaultStatusSchema, {
      leaves: () => () => ({ kind: 'vault-unlocked' }),
    }),
    /** Sets or changes the passphrase. The vault keeps its contents. */
    setPassphrase: call(
      'supervisor',
      z.strictObject({ passphrase: vaultPassphraseSchema, approvalId: idSchema.optional() }),
      vaultStatusSchema,
      {
        // Nothing of a passphrase may be in what an approval is for.
        stepUp: { act: 'passphrase', about: () => 'vault' },
        leaves: () => () => ({ kind: 'vault-passphrase' }),
      },
    ),
  },
  events: {
    /** The vault was opened, has another passphrase, or waits for an answer to the system no more or from now on. */
    'vault.changed': z.strictObject({}),
  },
} as const satisfies Group;
