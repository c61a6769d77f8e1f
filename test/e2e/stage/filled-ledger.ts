/** Writes a hold into the ledger of a closed program, using the program's own ledger code. */
import path from 'node:path';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';
import { openSqliteLedger } from '#electron/ledger/open-ledger.ts';
import { merchantSchema } from '#shared/seat/merchant.ts';
import { approved, newAttempt, value } from '#test/fixtures/examples.ts';

const merchant = merchantSchema.parse({
  id: 'training',
  name: 'Training',
  environment: 'training',
  baseUrl: 'https://localhost:8443',
  taxRates: [700],
});

/** Writes an approved hold of the form family. @param amount in minor units */
export async function fillHold(userData: string, amount: number): Promise<void> {
  const file = path.join(userData, 'ledger.db');
  const ledger = await openSqliteLedger({ ...seatParts(), file });
  const startedAt = new Date().toISOString();
  const attempt = newAttempt({ merchant, family: 'form', startedAt, amount, taxAmount: 0 });
  value(await ledger.begin(attempt, null));
  await ledger.finish(attempt.id, approved({ answeredAmount: amount }), startedAt);
  await ledger.close();
}
