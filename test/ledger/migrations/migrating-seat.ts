/** The victim of the tests of interrupted migrations: opens a ledger and announces start and end. */
import { openLedger, type StoreAddress } from '#test/fixtures/ledger/open-ledger.ts';

const [address = ''] = process.argv.slice(2);
process.stdout.write('begun\n');
const ledger = await openLedger(JSON.parse(address) as StoreAddress, 'Victim');
process.stdout.write('done\n');
await ledger.close();
