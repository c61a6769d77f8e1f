/** The benchmark on PostgreSQL: the bare statements are prepared on a connection of their own and commit by themselves. */
import { listedColumns } from '#electron/ledger/attempt-rows.ts';
import { week } from '#electron/ledger/postgres-index.ts';
import { askedOf } from '#electron/ledger/postgres-search.ts';
import { createWordShares, type WordShares } from '#electron/ledger/word-shares.ts';
import { soughtWords } from '#electron/ledger/words.ts';
import pg from 'pg';
import { openLedger } from '../ledger/open-ledger.ts';
import type { PostgresServer } from '../support/postgres.ts';
import { figuresOf, type Figures } from './figures.ts';
import { loadPostgres } from './load.ts';
import { appends, measureAppend, measurePages, measureSearch, questions, type BareCommits } from './measure.ts';

const weekOfPosition = `(position / ${week})::integer`;
const columns = listedColumns.map((column) => `attempts.${column}`).join(', ');

/** The statement that a search comes to, on the same page of the same columns as plain rows. */
const searchText = (compares: boolean) => `
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
        ${compares ? `, replace($2, '@', lpad(weeks.week::text, 4, '0'))::tsquery as compared` : ''} offset 0
    ) as asked, lateral (
      select position from attempt_words
      where words @@ asked.wanted ${compares ? 'and (words @@ asked.compared) is true' : ''}
      order by position + 0 desc limit 101
    ) as found limit 101
  ) as found inner join attempts on attempts.position = found.position
  order by attempts.position desc`;
const [search, comparingSearch] = [searchText(false), searchText(true)];

const bareSearch = (client: pg.Client, shares: WordShares) => (text: string) => {
  const { wanted, compared } = askedOf(soughtWords(text), [], shares);
  const asked =
    compared === ''
      ? { name: 'search', text: search, values: [wanted] }
      : { name: 'comparing search', text: comparingSearch, values: [wanted, compared] };
  return () => client.query(asked);
};

function bareCommits(client: pg.Client): BareCommits {
  const inserted = [...listedColumns, 'indexed'];
  const marks = inserted.map((_, index) => `$${index + 1}`);
  return {
    insert: (row) =>
      client.query({
        name: 'insert',
        text: `insert into attempts (${inserted.join(', ')}) values (${marks.join(', ')})`,
        values: [...listedColumns.map((column) => row[column]), 0],
      }),
    update: (row, answer) => {
      const given = { ...answer, standing: answer.state, words: null, indexed: 0 };
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
  const second = await connect(database);
  const start = performance.now();
  await loadPostgres([client, second], size);
  const load = performance.now() - start;
  await second.end();
  const figures = await measurePostgres(url, password, client, size);
  await client.end();
  return { engine: 'PostgreSQL', size, load, ...figures };
}

export async function measurePostgres(url: string, password: string, client: pg.Client, size: number) {
  const ledger = await openLedger({ engine: 'PostgreSQL', url, password }, 'Bench');
  const shares = createWordShares();
  await shares.learn(ledger.engine.db);
  const search = await measureSearch(ledger, bareSearch(client, shares), questions(size, 200), 5);
  const pages = await measurePages(ledger, 100);
  const append = await measureAppend(ledger, bareCommits(client), appends);
  await ledger.close();
  return figuresOf({ search, pages, append });
}
