/** Schema 3: settings that all seats of one ledger have to agree on. */
import type { Migration } from './migration.ts';

const table = `create table ledger_settings (
     name text primary key not null,
     value text not null
   )`;

export const ledgerSettings: Migration = {
  name: 'ledger-settings',
  statements: { sqlite: [table], postgres: [table] },
};
