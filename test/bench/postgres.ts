/** The benchmark on PostgreSQL: the bare statements are prepared on a connection of their own and commit by themselves. */
import { listedColumns } from '#electron/ledger/attempt-rows.ts';
import { lexemes, tsqueryText } from '#electron/ledger/postgres-search.ts';
import { attemptWords, soughtWords } from '#electron/ledger/words.ts';
import pg from 'pg';
import { openLedger } from '../ledger/open-ledger.ts';
import type { PostgresServer } from '../support/postgres.ts';
import { figuresOf, type Figures } from './figures.ts';
import { loadPostgres } from './load.ts';
import { appends, measureAppend, measurePages, measureSearch, questions, type BareCommits } from './measure.ts';

/** The statement that a search comes to where the planner chooses its way, on the same page of the same columns. */
const bareSearch = (client: pg.Client) => (text: string) => () =>
  client.query({
    name: 'search',
    text: `select ${listedColumns.join(', ')} from attempts where words @@ $1::tsquery order by position desc limit 101`,
    values: [tsqueryText(soughtWords(text))],
  });

function bareCommits(client: pg.Client): BareCommits {
  const columns = [...listedColumns, 'indexed', 'raw_answer', 'words'];
  const marks = columns.map((_, index) => `$${index + 1}`);
  const last = marks.pop() ?? '';
  return {
    insert: (row) =>
      client.query({
        name: 'insert',
        text: `insert into attempts (${columns.join(', ')}) values (${marks.join(', ')}, array_to_tsvector(${last}::text[]))`,
        values: [...listedColumns.map((column) => row[column]), 1, null, lexemes(attemptWords(row))],
      }),
    update: (row, answer) => {
      const given = { ...answer, standing: answer.state, indexed: 1 };
      const names = Object.keys(given);
      const sets = names.map((name, index) => `${name} = $${index + 1}`).join(', ');
      const [words, position] = [`$${names.length + 1}`, `$${names.length + 2}`];
      return client.query({
        name: 'update',
        text: `update attempts set ${sets}, words = array_to_tsvector(${words}::text[]) where position = ${position}`,
        values: [...Object.values(given), lexemes(attemptWords({ ...row, ...answer })), row.position],
      });
    },
  };
}

export async function benchPostgres(server: PostgresServer, size: number): Promise<Figures> {
  const { port, user, password } = server;
  const connect = async (database: string) => {
    const client = new pg.Client({ host: 'localhost', port, user, password, database });
    await client.connect();
    return client;
  };
  const database = `bench_${size}`;
  const admin = await connect('postgres');
  await admin.query(`create database ${database}`);
  await admin.end();
  const url = `postgres://${user}@localhost:${port}/${database}`;
  await (await openLedger({ engine: 'PostgreSQL', url, password }, 'Bench')).close();
  const client = await connect(database);
  const start = performance.now();
  await loadPostgres(client, size);
  const load = performance.now() - start;
  const figures = await measurePostgres(url, password, client, size);
  await client.end();
  return { engine: 'PostgreSQL', size, load, ...figures };
}

export async function measurePostgres(url: string, password: string, client: pg.Client, size: number) {
  const ledger = await openLedger({ engine: 'PostgreSQL', url, password }, 'Bench');
  const search = await measureSearch(ledger, bareSearch(client), questions(size, 200), 5);
  const pages = await measurePages(ledger, 100);
  const append = await measureAppend(ledger, bareCommits(client), appends);
  await ledger.close();
  return figuresOf({ search, pages, append });
}
