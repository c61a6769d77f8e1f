/** The victim of the test of interrupted migrations: opens a ledger and announces start and end. */
import { openLedger } from '#test/fixtures/ledger/open-ledger.ts';

const [file = ''] = process.argv.slice(2);
process.stdout.write('begun\n');
const ledger = await openLedger({ engine: 'SQLite', file }, 'Victim');
process.stdout.write('done\n');
await ledger.close();
