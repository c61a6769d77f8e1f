/** `backups.json`: schedule and latest results of the embedded ledger's backups. */
import { storedBackupsSchema, type StoredBackups } from '#electron/core/records/stored-backups.ts';
import type { DocumentDefinition } from './versioned-document.ts';

export const backupsDocument: DocumentDefinition<StoredBackups> = {
  name: 'backups',
  schema: storedBackupsSchema,
  steps: [],
};
