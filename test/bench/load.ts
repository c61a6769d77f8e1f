/** Fills a ledger with generated attempts as fast as its engine takes them; only the benchmark writes like this. */
import { listedColumns } from '#electron/ledger/attempts/attempt-rows.ts';
import { lexemes } from '#electron/ledger/postgres/postgres-index.ts';
import { compared, indexed, terms } from '#electron/ledger/sqlite/sqlite-search.ts';
import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { copyInto } from './copy.ts';
import { generate, operators, type GeneratedAttempt } from './generate.ts';

const portion = 5_000;
const rawAnswer = JSON.stringify({ success: true, data: { note: 'x'.repeat(900) } });

const holdOf = ({ row, hold }: GeneratedAttempt) =>
  hold === null
    ? null
    : {
        id: row.id,
        state: hold.state,
        amount: row.amount,
        expires_at: hold.expiresAt,
        expiry_is_estimate: 1,
        environment: row.environment,
        profile_id: row.profile_id,
        capture_id: null,
      };

function* portions(count: number): Generator<readonly GeneratedAttempt[]> {
  let rows: GeneratedAttempt[] = [];
  for (const attempt of generate(count)) {
    rows.push(attempt);
    if (rows.length < portion) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

const insertInto = (table: string, columns: readonly string[]) =>
  `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`;

/** The file's ledger must exist and be closed. */
export function loadSqlite(file: string, count: number): void {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = memory; pragma synchronous = off; pragma cache_size = -262144');
  const words = database.prepare('insert into attempt_words (rowid, words) values (?, ?)');
  let attempt: ReturnType<DatabaseSync['prepare']> | null = null;
  let held: ReturnType<DatabaseSync['prepare']> | null = null;
  for (const name of operators) database.prepare('insert into operator_names values (?)').run(name);
  for (const rows of portions(count)) {
    database.exec('begin');
    for (const generated of rows) {
      const row = { ...generated.row, words: compared(generated.words), indexed, raw_answer: rawAnswer };
      attempt ??= database.prepare(insertInto('attempts', Object.keys(row)));
      attempt.run(...Object.values(row));
      words.run(-row.position, terms(generated.row, generated.words));
      const hold = holdOf(generated);
      if (hold === null) continue;
      held ??= database.prepare(insertInto('holds', Object.keys(hold)));
      held.run(...Object.values(hold));
    }
    database.exec('commit');
  }
  database.exec('analyze; pragma journal_mode = wal');
  database.close();
}

const wordsIndex = `create index attempt_words_words on attempt_words using gin (words) with (fastupdate = off)`;

/** @param clients connections of their own, without the time limits of the ledger's: the index of a million takes longer */
export async function loadPostgres([client, second]: readonly [pg.Client, pg.Client], count: number): Promise<void> {
  const run = (statement: string, values: readonly unknown[] = []) => client.query(statement, [...values]);
  // Checkpoints while it is filled would write the same pages again and again.
  await run(`alter system set max_wal_size = '8GB'`);
  await run('select pg_reload_conf()');
  await run('drop index attempt_words_words');
  await run('alter table attempts disable trigger user');
  await run('insert into operator_names select unnest($1::text[])', [operators]);
  const attemptColumns = [...listedColumns, 'indexed', 'raw_answer'];
  let written: Promise<unknown> = Promise.resolve();
  for (const rows of portions(count)) {
    const attempts = rows.map(({ row }) => [...listedColumns.map((column) => row[column]), 0, rawAnswer]);
    const words = rows.map(({ row, words: found }) => [
      row.position,
      lexemes(row, found)
        .map((word) => `'${word}'`)
        .join(' '),
    ]);
    const holds = rows.flatMap((row) => holdOf(row) ?? []);
    // One portion is written while the next is made.
    await written;
    const held = holds.map((hold) => Object.values(hold));
    written = Promise.all([
      copyInto(client, 'holds', Object.keys(holds[0] ?? {}), held).then(() =>
        copyInto(client, 'attempts', attemptColumns, attempts),
      ),
      copyInto(second, 'attempt_words', ['position', 'words'], words),
    ]);
  }
  await written;
  await run(`set maintenance_work_mem = '512MB'`);
  await run(wordsIndex);
  await run('alter table attempts enable trigger user');
  await run('vacuum analyze');
  await run('checkpoint');
}
