/** Fills a ledger with generated attempts as fast as its engine takes them; only the benchmark writes like this. */
import { lexemes } from '#electron/ledger/postgres-search.ts';
import { compared, terms } from '#electron/ledger/sqlite-search.ts';
import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
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
  yield rows;
}

const insertInto = (table: string, columns: readonly string[]) =>
  `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`;

/** The file's ledger must exist and be closed. */
export function loadSqlite(file: string, count: number): void {
  const database = new DatabaseSync(file);
  database.exec('pragma journal_mode = off; pragma synchronous = off; pragma cache_size = -262144');
  const words = database.prepare('insert into attempt_words (rowid, words) values (?, ?)');
  let attempt: ReturnType<DatabaseSync['prepare']> | null = null;
  let held: ReturnType<DatabaseSync['prepare']> | null = null;
  for (const name of operators) database.prepare('insert into operator_names values (?)').run(name);
  for (const rows of portions(count)) {
    database.exec('begin');
    for (const generated of rows) {
      const row = { ...generated.row, words: compared(generated.words), indexed: 1, raw_answer: rawAnswer };
      attempt ??= database.prepare(insertInto('attempts', Object.keys(row)));
      attempt.run(...Object.values(row));
      words.run(row.position, terms(generated.row, generated.words));
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

/** @param client a connection of its own, without the time limits of the ledger's: the index of a million takes longer */
export async function loadPostgres(client: pg.Client, count: number): Promise<void> {
  const run = (statement: string, values: readonly unknown[] = []) => client.query(statement, [...values]);
  await run('drop index attempts_words');
  await run('alter table attempts disable trigger user');
  await run('insert into operator_names select unnest($1::text[])', [operators]);
  for (const rows of portions(count)) {
    const attempts = rows.map(({ row, words }) => ({
      ...row,
      words: lexemes(words)
        .map((word) => `'${word}'`)
        .join(' '),
      indexed: 1,
      raw_answer: rawAnswer,
    }));
    const holds = rows.flatMap((row) => holdOf(row) ?? []);
    for (const [table, added] of [
      ['attempts', attempts],
      ['holds', holds],
    ] as const) {
      await run(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
        JSON.stringify(added),
      ]);
    }
  }
  await run(`set maintenance_work_mem = '512MB'`);
  await run('create index attempts_words on attempts using gin (words)');
  await run('alter table attempts enable trigger user');
  await run('vacuum analyze');
}
