/** Mark of the server that the ledger lies on. Another one shows that the server was replaced or the ledger restored. */
import type { Database } from '#electron/ledger/engine/engine.ts';
import { keepSetting } from '#electron/ledger/engine/ledger-settings.ts';

const markName = 'server';

/** Keeps the server's identity at the first call. @returns true when it is another one than the kept */
export async function isOtherServer(db: Database, identity: string): Promise<boolean> {
  return (await keepSetting(db, markName, identity)) !== identity;
}

/** Keeps this identity, after a person has compared the ledger with the service. */
export async function acceptServer(db: Database, identity: string): Promise<void> {
  await db.updateTable('ledger_settings').set({ value: identity }).where('name', '=', markName).execute();
}
