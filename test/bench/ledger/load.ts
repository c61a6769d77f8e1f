/** Fills a ledger on PostgreSQL with made-up attempts as fast as possible. Only the benchmark writes like this. */
import { lexemes } from '#electron/ledger/postgres/search/postgres-index.ts';
import { benchmarkShop } from '#build/seed/generate.ts';
import { operators } from '#build/seed/names.ts';
import { holdOf, portions, rawAnswer } from '#build/seed/load-sqlite.ts';
import type pg from 'pg';
import { copyInto } from './copy.ts';
import { listedColumns } from '#electron/ledger/rows/attempt-columns.ts';

const wordsIndex = `create index attempt_words_words on attempt_words using gin (words) with (fastupdate = off)`;

/** @param clients separate connections without the ledger's time limits, because the index of a million rows takes longer */
export async function loadPostgres([client, second]: readonly [pg.Client, pg.Client], count: number): Promise<void> {
  const run = (statement: string, values: readonly unknown[] = []) => client.query(statement, [...values]);
  // Checkpoints during the filling would write the same pages repeatedly.
  await run(`alter system set max_wal_size = '8GB'`);
  await run('select pg_reload_conf()');
  await run('drop index attempt_words_words');
  await run('alter table attempts disable trigger user');
  await run('insert into operator_names select unnest($1::text[])', [operators]);
  const attemptColumns = [...listedColumns, 'indexed', 'raw_answer'];
  let written: Promise<unknown> = Promise.resolve();
  for (const rows of portions(count, benchmarkShop)) {
    const attempts = rows.map(({ row }) => [...listedColumns.map((column) => row[column]), 0, rawAnswer]);
    const words = rows.map(({ row, words: found }) => [
      row.position,
      lexemes(row, found)
        .map((word) => `'${word}'`)
        .join(' '),
    ]);
    const holds = rows.flatMap((row) => holdOf(row) ?? []);
    // Writes one portion while the next is generated.
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
