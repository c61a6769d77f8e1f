/** Opens a ledger by an address that can be handed to another process. */
import { newId } from '#electron/core/new-id.ts';
import type { StoredLedger } from '#electron/ledger/ledger.ts';
import { openPostgresLedger } from '#electron/ledger/open-postgres.ts';
import { openSqliteLedger } from '#electron/ledger/open-sqlite.ts';

/** Where a store is, in words that another process can be given. */
export type StoreAddress =
  | { readonly engine: 'SQLite'; readonly file: string }
  | { readonly engine: 'PostgreSQL'; readonly url: string; readonly password: string };

export function openLedger(
  address: StoreAddress,
  seat: string,
  now: () => Date = () => new Date(),
): Promise<StoredLedger> {
  const parts = {
    seat,
    now,
    makeId: () => newId(),
    reportBug: (error: unknown) => {
      throw error;
    },
  };
  return address.engine === 'SQLite'
    ? openSqliteLedger({ ...parts, file: address.file, busyTimeout: 10_000 })
    : openPostgresLedger({ ...parts, url: address.url, password: address.password, ca: null, poolSize: 4 });
}
