/** Fills a ledger with holds before the program starts, using the program's own ledger code. */
import path from 'node:path';
import { seatParts } from '#test/fixtures/ledger/open-ledger.ts';
import { openSqliteLedger } from '#electron/ledger/open-sqlite.ts';
import { merchantSchema, type Merchant } from '#shared/seat/merchant.ts';
import { approved, newAttempt, value } from '#test/fixtures/examples.ts';

const trainingMerchant: Merchant = merchantSchema.parse({
  id: 'training',
  name: 'Training',
  environment: 'training',
  baseUrl: 'https://localhost:8443',
  taxRates: [700],
});

export interface FilledHold {
  readonly merchant?: Merchant;
  /** Minor units. */
  readonly amount: number;
  readonly lastName: string;
  readonly family?: 'json' | 'form';
}

/** Writes approved holds a minute apart, oldest first. @returns their ids in the given order */
export async function fillHolds(userData: string, wanted: readonly FilledHold[]): Promise<readonly string[]> {
  const file = path.join(userData, 'ledger.db');
  const ledger = await openSqliteLedger({ ...seatParts(), file });
  const ids: string[] = [];
  for (const [index, hold] of wanted.entries()) {
    const startedAt = new Date(Date.now() - (wanted.length - index) * 60_000).toISOString();
    const attempt = newAttempt({
      merchant: hold.merchant ?? trainingMerchant,
      family: hold.family ?? 'json',
      startedAt,
      amount: hold.amount,
      taxAmount: 0,
      lastName: hold.lastName,
    });
    value(await ledger.begin(attempt, null));
    await ledger.finish(attempt.id, approved({ answeredAmount: hold.amount }), startedAt);
    ids.push(attempt.id);
  }
  await ledger.close();
  return ids;
}
