/** Opens the ledger at each path and prints the results, for tests that need another user's permissions. */
import { LedgerUnavailable } from '#electron/core/ports/ledger.ts';
import { openSqliteLedger } from '#electron/ledger/open-ledger.ts';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';

for (const file of process.argv.slice(2))
  try {
    const ledger = await openSqliteLedger({ file, ...seatParts() });
    await ledger.close();
    console.log('opened');
  } catch (error) {
    console.log(error instanceof LedgerUnavailable ? error.reason : String(error));
  }
