/** Opens the ledger at a path and prints the result, for tests that need another user's permissions. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { openSqliteLedger } from '#electron/ledger/open-sqlite.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';

try {
  const ledger = await openSqliteLedger({
    file: process.argv[2] ?? '',
    ...seatParts(),
  });
  await ledger.close();
  process.stdout.write('opened');
} catch (error) {
  process.stdout.write(error instanceof LedgerUnavailable ? error.reason : String(error));
}
