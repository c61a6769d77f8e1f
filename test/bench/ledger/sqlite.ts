/** The benchmark on SQLite. The bare statements run on a connection with the ledger's own settings. */
import { changedValues, checksumOf } from '#electron/ledger/rows/attempt-rows.ts';
import { benchmarkShop } from '#build/seed/generate.ts';
import { loadSqlite } from '#build/seed/load-sqlite.ts';
import { createLedger } from '#electron/ledger/ledger.ts';
import { connectSqlite } from '#electron/ledger/sqlite/sqlite-connection.ts';
import { nodeSqliteDialect } from '#electron/ledger/sqlite/sqlite-dialect.ts';
import { createSqliteEngine } from '#electron/ledger/sqlite/sqlite-engine.ts';
import { sqliteTerms } from '#electron/ledger/search/search-terms.ts';
import { soughtWords } from '#electron/ledger/rows/search-tokens.ts';
import { historyPageSize } from '#shared/ledger/history.ts';
import { Kysely, type CompiledQuery } from 'kysely';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { openLedger, seatParts } from '#test/fixtures/ledger/open-ledger.ts';
import { journalIn } from '#test/fixtures/ledger/journal-in.ts';
import { trailHeadsIn } from '#test/fixtures/ledger/trail-heads-in.ts';
import {
  holdIdsOf,
  measureLedgerTimes,
  paymentColumns,
  paymentTables,
  type BareCommits,
  type BareStatements,
  type LedgerRounds,
  type LedgerTimes,
} from './comparisons.ts';
import { listedColumns, type ListedRow } from '#electron/ledger/rows/attempt-columns.ts';
import type { Tables } from '#electron/ledger/rows/tables.ts';

/** Time limit for a lock in ms. No other process takes one here. */
const patience = 2_000;

const marks = (names: readonly string[]): string => names.map(() => '?').join(', ');

/** Fails for a damaged row. The ledger never shows one unchecked, so neither does the baseline. */
function check(rows: readonly Readonly<Record<string, unknown>>[]): void {
  const sound = rows.every(
    (row) => row['checksum'] == null || row['checksum'] === checksumOf(row as unknown as ListedRow),
  );
  if (!sound) throw new Error('A row of the benchmark is damaged.');
}

/** Prepares statements that the ledger made, as plain rows. */
const replay = (database: DatabaseSync) => (statements: readonly CompiledQuery[]) => {
  const prepared = statements.map(({ sql, parameters }) => ({
    statement: database.prepare(sql),
    values: parameters as readonly SQLInputValue[],
  }));
  return () => {
    for (const { statement, values } of prepared) check(statement.all(...values));
  };
};

/** The statements of a search, prepared beforehand, for the same page, columns and payments as plain rows that are checked. */
function bareSearch(database: DatabaseSync) {
  const columns = listedColumns.map((column) => `attempts.${column}`).join(', ');
  const payments = database.prepare(
    `select ${paymentColumns} from ${paymentTables} where holds.id in (select value from json_each(?))`,
  );
  return (text: string) => {
    const { match, patterns } = sqliteTerms(soughtWords(text), []);
    const also = patterns.map((choices) => `and (${choices.map(() => 'attempts.words like ?').join(' or ')})`);
    const statement = database.prepare(
      `select ${columns} from attempt_words as found inner join attempts on attempts.position = -found.rowid
       where attempt_words match ? ${also.join(' ')} order by found.rowid limit ${historyPageSize + 1}`,
    );
    return () => {
      const rows = statement.all(match, ...patterns.flat());
      check(rows);
      const ids = holdIdsOf(rows);
      return [rows, ids.length === 0 ? [] : payments.all(JSON.stringify(ids))];
    };
  };
}

/** Inserts and updates with the columns of an attempt, prepared beforehand. */
export function bareCommits(database: DatabaseSync): BareCommits {
  const columns = [...listedColumns, 'words', 'indexed', 'raw_answer'];
  const inserting = database.prepare(`insert into attempts (${columns.join(', ')}) values (${marks(columns)})`);
  let updating: StatementSync | null = null;
  return {
    insert: (row) => inserting.run(...listedColumns.map((column) => row[column]), null, 0, null),
    update: (row) => {
      const given = {
        ...changedValues(row, 'answer', 'state'),
        words: null,
        indexed: 0,
        checksum: null,
        raw_answer: null,
      };
      const names = Object.keys(given);
      updating ??= database.prepare(
        `update attempts set ${names.map((name) => `${name} = ?`).join(', ')} where position = ?`,
      );
      return updating.run(...Object.values(given), row.position);
    },
  };
}

export const fileOf = (folder: string, size: number): string => join(folder, `${size}.db`);

/** Makes and fills the file, unless another suite of the run has done so. @returns the duration in ms */
export async function fillSqlite(folder: string, size: number): Promise<number> {
  const start = performance.now();
  const file = fileOf(folder, size);
  if (existsSync(file)) return 0;
  await (await openLedger({ engine: 'SQLite', file }, 'Bench')).close();
  if (size > 0) loadSqlite(file, size, benchmarkShop);
  return performance.now() - start;
}

export async function measureSqlite(file: string, size: number, rounds: LedgerRounds): Promise<LedgerTimes> {
  // Both share one connection, because a second writer would empty the other's cache at each commit.
  const database = connectSqlite(file, patience);
  const usual = seatParts('Bench');
  const { now, reportBug } = usual;
  const db = new Kysely<Tables>({ dialect: nodeSqliteDialect(database, patience) });
  const engine = createSqliteEngine({ database, db, now, reportBug });
  const trail = trailHeadsIn(dirname(file), reportBug);
  const journal = journalIn(join(dirname(file), 'journal.db'), reportBug);
  const parts = { ...usual, trail, journal };
  const noCopies = () => Promise.reject(new Error('The benchmark copies nothing.'));
  const ledger = await createLedger(engine, parts, noCopies, {
    name: 'bench',
    own: { ledger: 'bench', isKnown: true, isOnDisk: () => true },
  });
  const bare: BareStatements = { ...bareCommits(database), search: bareSearch(database), replay: replay(database) };
  const times = await measureLedgerTimes(ledger, size, bare, rounds);
  await ledger.close();
  return times;
}
