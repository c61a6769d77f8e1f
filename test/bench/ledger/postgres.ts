/** The benchmark on PostgreSQL. The bare statements are prepared on a connection of their own and commit separately. */
import { changedValues } from '#electron/ledger/rows/attempt-rows.ts';
import { week } from '#electron/ledger/postgres/search/postgres-index.ts';
import { tsqueryText, wantedLists } from '#electron/ledger/postgres/search/postgres-search.ts';
import { soughtWords } from '#electron/ledger/rows/search-tokens.ts';
import { historyPageSize } from '#shared/ledger/history.ts';
import { createHash } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { openLedger, type StoreAddress } from '#test/fixtures/ledger/open-ledger.ts';
import { startForwarder } from '#test/support/forwarder.ts';
import type { PostgresServer } from '#test/support/postgres.ts';
import { loadPostgres } from './load.ts';
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
import { listedColumns } from '#electron/ledger/rows/attempt-columns.ts';

const weekOfPosition = `(position / ${week})::integer`;
const columns = listedColumns.map((column) => `attempts.${column}`).join(', ');

/** The statement of a search, for the same page and columns as plain rows. */
const searchText = `
  with recursive weeks (week) as (
    (select ${weekOfPosition} from attempt_words order by position desc limit 1)
    union all
    select earlier.week from weeks, lateral (
      select ${weekOfPosition} from attempt_words where position < weeks.week * ${week}::bigint
      order by position desc limit 1
    ) as earlier (week)
    where weeks.week > 0
  )
  select ${columns} from (
    select found.position
    from weeks, lateral (
      select replace($1, '@', lpad(weeks.week::text, 4, '0'))::tsquery as wanted
      offset 0
    ) as asked, lateral (
      select position from attempt_words
      where words @@ asked.wanted
      order by position + 0 desc limit ${historyPageSize + 1}
    ) as found limit ${historyPageSize + 1}
  ) as found inner join attempts on attempts.position = found.position
  order by attempts.position desc`;

const payments = {
  name: 'payments',
  text: `select ${paymentColumns} from ${paymentTables} where holds.id = any($1)`,
} as const;

const bareSearch = (client: pg.Client) => (text: string) => {
  const asked = { name: 'search', text: searchText, values: [tsqueryText(wantedLists(soughtWords(text), []))] };
  return async () => {
    const { rows } = await client.query<Record<string, unknown>>(asked);
    const ids = holdIdsOf(rows);
    return [rows, ids.length === 0 ? [] : await client.query({ ...payments, values: [ids] })];
  };
};

/** Prepares statements that the ledger made, as plain rows. */
const replay = (client: pg.Client) => (statements: readonly CompiledQuery[]) => {
  const prepared = statements.map(({ sql, parameters }) => ({
    name: createHash('sha1').update(sql).digest('hex'),
    text: sql,
    values: [...parameters],
  }));
  return async () => {
    for (const each of prepared) await client.query(each);
  };
};

export function bareCommits(client: pg.Client): BareCommits {
  const inserted = [...listedColumns, 'indexed'];
  const marks = inserted.map((_, index) => `$${index + 1}`);
  return {
    insert: (row) =>
      client.query({
        name: 'insert',
        text: `insert into attempts (${inserted.join(', ')}) values (${marks.join(', ')})`,
        values: [...listedColumns.map((column) => row[column]), 0],
      }),
    update: (row) => {
      const given = {
        ...changedValues(row, 'answer', 'state'),
        words: null,
        indexed: 0,
        checksum: null,
        raw_answer: null,
      };
      const names = Object.keys(given);
      const sets = names.map((name, index) => `${name} = $${index + 1}`).join(', ');
      return client.query({
        name: 'update',
        text: `update attempts set ${sets} where position = $${names.length + 1}`,
        values: [...Object.values(given), row.position],
      });
    },
  };
}

async function connect({ port, user, password }: PostgresServer, database: string): Promise<pg.Client> {
  const client = new pg.Client({ host: 'localhost', port, user, password, database });
  await client.connect();
  return client;
}

const addressOf = ({ user, port, password }: PostgresServer, database: string): StoreAddress => ({
  engine: 'PostgreSQL',
  url: `postgres://${user}@localhost:${port}/${database}`,
  password,
});
export const databaseOf = (size: number): string => `bench_${size}`;

/** Makes a database with an empty ledger. */
async function emptyPostgres(server: PostgresServer, database: string): Promise<void> {
  const admin = await connect(server, 'postgres');
  await admin.query(`create database ${database}`);
  await admin.end();
  await (await openLedger(addressOf(server, database), 'Bench')).close();
}

/**
 * Runs the work with an empty ledger behind a line of its own.
 * @param line ms there and back
 */
export async function behindLine<Result>(
  server: PostgresServer,
  database: string,
  line: number,
  work: (store: StoreAddress) => Promise<Result>,
): Promise<Result> {
  await emptyPostgres(server, database);
  const forwarder = await startForwarder(server.port, line / 2);
  try {
    return await work(addressOf({ ...server, port: forwarder.port }, database));
  } finally {
    await forwarder.close();
  }
}

/** @returns its duration in ms */
export async function fillPostgres(server: PostgresServer, database: string, size: number): Promise<number> {
  const start = performance.now();
  await emptyPostgres(server, database);
  const clients = [await connect(server, database), await connect(server, database)] as const;
  await loadPostgres(clients, size);
  for (const client of clients) await client.end();
  return performance.now() - start;
}

export async function measurePostgres(
  server: PostgresServer,
  size: number,
  rounds: LedgerRounds,
): Promise<LedgerTimes> {
  const client = await connect(server, databaseOf(size));
  const ledger = await openLedger(addressOf(server, databaseOf(size)), 'Bench');
  const bare: BareStatements = { ...bareCommits(client), search: bareSearch(client), replay: replay(client) };
  const times = await measureLedgerTimes(ledger, size, bare, rounds);
  await ledger.close();
  await client.end();
  return times;
}
