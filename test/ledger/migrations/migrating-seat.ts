/** Opens a ledger and says when it begins and ends: a process that the test of broken-off migrations kills. */
import { openLedger } from '#test/fixtures/ledger/open-ledger.ts';

const [file = ''] = process.argv.slice(2);
process.stdout.write('begun\n');
const ledger = await openLedger({ engine: 'SQLite', file }, 'Victim');
process.stdout.write('done\n');
await ledger.close();
