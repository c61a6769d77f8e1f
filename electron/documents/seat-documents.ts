/** The documents of this seat in electron-store: the vault's ciphertext, the merchants without secrets, the seat's settings and its choice of ledger. */
import type { StoredBackups } from '#electron/core/records/backups.ts';
import type { StoredMerchants } from '#electron/core/ports.ts';
import { storedOperatorsSchema, type StoredOperators } from '#electron/core/operators/stored-operators.ts';
import { backupStatusSchema } from '#shared/ledger/backups.ts';
import { instantSchema } from '#shared/identifiers.ts';
import { merchantSchema } from '#shared/seat/merchant.ts';
import { ledgerChoiceSchema, seatSettingsSchema, type LedgerChoice, type SeatSettings } from '#shared/seat/settings.ts';
import Store from 'electron-store';
import { z } from 'zod';
import { openDocument, type KeptDocumentStore } from './document-store.ts';
import { vaultContentSchema, type VaultContent } from '#electron/vault/vault-content.ts';

const storedMerchantsSchema = z.strictObject({ merchants: z.array(merchantSchema).readonly(), activeId: z.string() });

const storedBackupsSchema = backupStatusSchema.extend({
  folder: z.string().nullable(),
  since: instantSchema,
  files: z.array(z.string()).readonly(),
  writing: z.string().nullable(),
});

export interface SeatDocuments {
  /** `vault.json` */
  readonly vault: KeptDocumentStore<VaultContent>;
  /** `merchants.json` */
  readonly merchants: KeptDocumentStore<StoredMerchants>;
  /** `seat.json` */
  readonly seat: KeptDocumentStore<SeatSettings>;
  /** `ledger.json`: which ledger this seat keeps */
  readonly ledger: KeptDocumentStore<LedgerChoice>;
  /** `backups.json`: when the embedded ledger is backed up, and what became of it */
  readonly backups: KeptDocumentStore<StoredBackups>;
  /** `operators.json`: hashes of passcodes; a damaged one stays where it is, so that the next start is as closed as this one */
  readonly operators: KeptDocumentStore<StoredOperators>;
}

/** @param folder absolute: the program's data folder */
export function openSeatDocuments(folder: string, now: () => Date = () => new Date()): SeatDocuments {
  const open = (options: ConstructorParameters<typeof Store>[0]) => new Store(options);
  return {
    vault: openDocument({ open, folder, now, name: 'vault', schema: vaultContentSchema }),
    merchants: openDocument({ open, folder, now, name: 'merchants', schema: storedMerchantsSchema }),
    seat: openDocument({ open, folder, now, name: 'seat', schema: seatSettingsSchema }),
    ledger: openDocument({ open, folder, now, name: 'ledger', schema: ledgerChoiceSchema }),
    backups: openDocument({ open, folder, now, name: 'backups', schema: storedBackupsSchema }),
    operators: openDocument({ open, folder, now, name: 'operators', schema: storedOperatorsSchema, damaged: 'stays' }),
  };
}
