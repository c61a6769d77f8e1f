/** Settings of this seat, the ledger it keeps and the key store it found: nothing secret. */
import { z } from 'zod';
import { ledgerFailureReasonSchema, vaultFailureReasonSchema } from '#shared/failure.ts';

export const languages = ['en', 'es'] as const;
const languageSchema = z.enum(languages);
export type Language = z.infer<typeof languageSchema>;

export const seatSettingsSchema = z.strictObject({
  language: languageSchema,
  theme: z.enum(['system', 'light', 'dark']),
  seat: z.string().trim().min(1).max(60),
});
export type SeatSettings = z.infer<typeof seatSettingsSchema>;

/** `postgres://user@host:port/database` and nothing more: the password has its own place, and TLS is not the address's to decide. */
export const ledgerUrlSchema = z
  .string()
  .max(500)
  .regex(
    /^postgres(?:ql)?:\/\/[^\s:@/?#]+@(?:\[[\da-f:.]+\]|[^\s:@/?#[\]]+)(?::\d{1,5})?\/[^\s/?#]+$/i,
    'must be postgres://user@host:port/database, without a password',
  );

export const ledgerChoiceSchema = z.discriminatedUnion('engine', [
  z.strictObject({ engine: z.literal('sqlite') }),
  z.strictObject({
    engine: z.literal('postgres'),
    /** The password goes to the vault and is never part of it. */
    url: ledgerUrlSchema,
    ca: z.string().max(200_000).nullable(),
    poolSize: z.int().min(1).max(50),
  }),
]);
export type LedgerChoice = z.infer<typeof ledgerChoiceSchema>;

export const ledgerStatusSchema = z.strictObject({
  choice: ledgerChoiceSchema,
  available: z.boolean(),
  reason: ledgerFailureReasonSchema.nullable(),
  detail: z.string(),
  /** A damaged file that was kept beside the new one, so that the banner can say where. */
  keptFile: z.string().nullable(),
  /** The other seats use another key: this one does not recognise the cards that they were paid with. */
  keyDiffers: z.boolean(),
});
export type LedgerStatus = z.infer<typeof ledgerStatusSchema>;

/** The vault passphrase, where the system has no key store. Goes in over the bridge, never out. */
export const vaultPassphraseSchema = z.string().min(10).max(200);

export const vaultStatusSchema = z.strictObject({
  reason: vaultFailureReasonSchema.nullable(),
  backend: z.string(),
  keptFile: z.string().nullable(),
});
export type VaultStatus = z.infer<typeof vaultStatusSchema>;
