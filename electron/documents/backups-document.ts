/** `backups.json`: when the embedded ledger is backed up, and what became of it. */
import { storedBackupsSchema, type StoredBackups } from '#electron/core/records/stored-backups.ts';
import type { DocumentDefinition } from './versioned-document.ts';

export const backupsDocument: DocumentDefinition<StoredBackups> = {
  name: 'backups',
  schema: storedBackupsSchema,
  steps: [],
  firstVersion: 'unnumbered',
};
