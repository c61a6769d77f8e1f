/** Revision of a shared ledger's operators, by which other seats learn of a change with their heartbeat. */
import type { Database } from '#electron/ledger/engine/engine.ts';

/** Name of the setting that holds the id of the operators' present state. */
export const revisionName = 'operators-revision';

/** Subquery of the revision; null while the ledger has no operators. */
export const revisionIn = (db: Database) =>
  db.selectFrom('ledger_settings').select('value').where('name', '=', revisionName).as('revision');
