/** Makes what a closed program recorded older: tests do not wait for days. */
import { DatabaseSync } from 'node:sqlite';
import { slots } from '#electron/ledger/attempts/position.ts';

/** Moves every attempt, and the end of every hold, back by these hours. A search by words does not find them any more. */
export function storeAged(file: string, hours: number): void {
  const database = new DatabaseSync(file);
  const ms = hours * 3_600_000;
  const earlier = (column: string): string =>
    `${column} = strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-${hours} hours')`;
  try {
    database.exec(`
      update attempts set ${earlier('started_at')}, ${earlier('answered_at')}, position = position - ${ms} * ${slots};
      update holds set ${earlier('expires_at')};
    `);
  } finally {
    database.close();
  }
}
