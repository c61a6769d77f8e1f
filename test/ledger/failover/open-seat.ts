/** Opens a seat's ledger on a pair of servers, as the program does with both in the address. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgresLedger, type PostgresLedgerOptions } from '#electron/ledger/open-ledger.ts';
import type { StoredLedger } from '#electron/ledger/stored-ledger.ts';
import { account, database } from '#test/support/database-server.ts';
import { journalIn } from '#test/fixtures/ledger/journal-in.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';
import { trailHeadsIn, trailVaultIn } from '#test/fixtures/ledger/trail-heads-in.ts';

/** @param folder of the seat's own files, which outlive it */
export const openSeat = (
  ports: readonly number[],
  folder: string,
  seat: string,
  changes: Partial<PostgresLedgerOptions> = {},
): Promise<StoredLedger> => {
  const parts = seatParts(seat);
  const own = join(folder, seat);
  mkdirSync(own, { recursive: true });
  return openPostgresLedger({
    url: `postgres://${account.user}@${ports.map((port) => `localhost:${port}`).join(',')}/${database}`,
    password: account.password,
    ca: null,
    poolSize: 2,
    required: ['full_page_writes'],
    ...parts,
    journal: journalIn(join(folder, `${seat}.db`)),
    trail: trailHeadsIn(own, parts.reportBug, trailVaultIn(own)),
    ...changes,
  });
};
