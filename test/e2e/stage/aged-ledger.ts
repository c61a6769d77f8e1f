/** Ages the ledger of a closed program, because tests can't wait for days. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { slots } from '#electron/ledger/rows/position.ts';

/**
 * Moves every attempt and every hold's expiry back by some hours. Word search no longer finds them. Removes the seat's journal, which has
 * them with their true times.
 */
export function storeAged(file: string, hours: number): void {
  const database = new DatabaseSync(file);
  const ms = hours * 3_600_000;
  const earlier = (column: string): string =>
    `${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-${hours} hours')`;
  try {
    database.exec(`
      update attempts set ${earlier('started_at')}, ${earlier('answered_at')}, position = position - ${ms} * ${slots},
        checksum = null;
      update holds set ${earlier('expires_at')};
    `);
  } finally {
    database.close();
  }
  for (const end of ['', '-wal', '-shm']) rmSync(path.join(path.dirname(file), `journal.db${end}`), { force: true });
}
