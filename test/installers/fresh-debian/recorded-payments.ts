/** Reads the payments of a ledger on disk, from a copy, so that the ledger itself stays as the program left it. */
import { cp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * @param data the program's data folder
 * @param copy a new folder
 */
export async function paymentsIn(data: string, copy: string): Promise<object[]> {
  for (const name of await readdir(data)) {
    if (name.startsWith('ledger.db')) await cp(path.join(data, name), path.join(copy, name));
  }
  const ledger = new DatabaseSync(path.join(copy, 'ledger.db'));
  try {
    const rows = ledger.prepare('select operation, state, environment, amount, concept from attempts').all();
    return rows.map((row) => ({ ...row }));
  } finally {
    ledger.close();
  }
}
