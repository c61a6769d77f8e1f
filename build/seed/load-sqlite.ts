/** Fills an embedded ledger with generated attempts as fast as SQLite takes them. */
import { compared, terms } from '#electron/ledger/search/search-terms.ts';
import { indexed } from '#electron/ledger/sqlite/sqlite-search.ts';
import { checksumOf } from '#electron/ledger/rows/attempt-rows.ts';
import { DatabaseSync } from 'node:sqlite';
import { generate, type GeneratedAttempt, type Shop } from './generate.ts';
import { operators } from './names.ts';

const portionSize = 5_000;
export const rawAnswer = JSON.stringify({ success: true, data: { note: 'x'.repeat(900) } });

export const holdOf = ({ row, hold }: GeneratedAttempt) =>
  hold === null
    ? null
    : {
        id: row.id,
        state: hold.state,
        amount: row.amount,
        expires_at: hold.expiresAt,
        expiry_is_estimate: 1,
        environment: row.environment,
        merchant_id: row.merchant_id,
        settlement_id: hold.captureId,
      };

/** Yields the attempts in portions that fit in one transaction. */
export function* portions(count: number, shop: Shop): Generator<readonly GeneratedAttempt[]> {
  let rows: GeneratedAttempt[] = [];
  for (const attempt of generate(count, shop)) {
    rows.push(attempt);
    if (rows.length < portionSize) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

const insertInto = (table: string, columns: readonly string[]) =>
  `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`;

/** Writes directly to the file, because the ledger itself waits for the disk at each commit. The file must exist and be closed. */
export function loadSqlite(file: string, count: number, shop: Shop): void {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = memory; pragma synchronous = off; pragma cache_size = -262144');
  const insertWords = database.prepare('insert into attempt_words (rowid, words) values (?, ?)');
  let insertAttempt: ReturnType<DatabaseSync['prepare']> | null = null;
  let insertHold: ReturnType<DatabaseSync['prepare']> | null = null;
  for (const name of operators) database.prepare('insert into operator_names values (?)').run(name);
  for (const rows of portions(count, shop)) {
    database.exec('begin');
    for (const generated of rows) {
      const checksum = checksumOf(generated.row);
      const row = { ...generated.row, words: compared(generated.words), indexed, checksum, raw_answer: rawAnswer };
      insertAttempt ??= database.prepare(insertInto('attempts', Object.keys(row)));
      insertAttempt.run(...Object.values(row));
      insertWords.run(-row.position, terms(generated.row, generated.words));
      const hold = holdOf(generated);
      if (hold === null) continue;
      insertHold ??= database.prepare(insertInto('holds', Object.keys(hold)));
      insertHold.run(...Object.values(hold));
    }
    database.exec('commit');
  }
  database.exec('analyze; pragma journal_mode = wal');
  database.close();
}
