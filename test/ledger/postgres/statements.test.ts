/** Transactions and reads on a connection of the shared ledger: their settings, and the connection after a failure. */
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { kyselyPool } from '#electron/ledger/postgres/statements/kysely-pool.ts';
import { asText, nameOf, nameStatement, sendTogether } from '#electron/ledger/postgres/statements/pipeline.ts';

/** A pool of one connection, so that what a statement leaves behind meets the next one. */
let pool: pg.Pool;
let db: Kysely<unknown>;
let opened: number;
beforeEach(() => {
  const { port, user, password } = inject('postgres');
  pool = new pg.Pool({ host: 'localhost', port, user, password, database: 'postgres', max: 1 });
  db = new Kysely({ dialect: new PostgresDialect({ pool: kyselyPool(pool, () => Promise.resolve()) }) });
  opened = 0;
  pool.on('connect', () => {
    opened += 1;
  });
});
afterEach(() => pool.end());

const statement = (text: string, ...values: readonly unknown[]) => CompiledQuery.raw(text, [...values]);
const named = (text: string, ...values: readonly unknown[]) => {
  nameStatement(text);
  return statement(text, ...values);
};
const send = (statements: readonly CompiledQuery[]) => sendTogether(pool, 'write', () => statements, 6_000);
const transact = async (...statements: readonly CompiledQuery[]) =>
  (await send(statements)).map(({ rowCount }) => rowCount);

const shown = `select current_setting('synchronous_commit') || ' ' || current_setting('statement_timeout') || ' ' ||
  current_setting('lock_timeout') || ' ' || current_setting('idle_in_transaction_session_timeout') || ' ' ||
  current_setting('jit') as settings`;

describe('the settings of a transaction', () => {
  const wanted = 'on 15s 5s 30s off';

  it('include its isolation and its triggers, without which one that is sent at once is refused', async () => {
    await pool.query(`set default_transaction_isolation = 'repeatable read'`);
    await expect(transact(statement('select 1'))).rejects.toMatchObject({
      reason: 'other',
      message: 'transaction_isolation is repeatable read',
    });
    // Triggers, by which payments are found, don't run then.
    await pool.query(`reset default_transaction_isolation; set session_replication_role = replica`);
    const replica = { reason: 'other', message: 'session_replication_role is replica' };
    await expect(transact(statement('select 1'))).rejects.toMatchObject(replica);
    await pool.query(`reset session_replication_role; set default_transaction_isolation = 'repeatable read'`);
    const asked = statement(`select current_setting('transaction_isolation') as isolation`);
    const { rows } = await db.transaction().execute((trx) => trx.executeQuery(asked));
    expect(rows).toEqual([{ isolation: 'read committed' }]);
  });

  it('hold in one that is sent at once, and in one of several messages', async () => {
    await db.executeQuery(statement(`create temp table seen (settings text)`));
    await transact(statement(`insert into seen ${shown}`));
    await db.transaction().execute((trx) => trx.executeQuery(statement(`insert into seen ${shown}`)));
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => trx.executeQuery(statement(`insert into seen ${shown}`)));
    const probe = await send([statement(`insert into seen ${shown} returning settings`)]);
    expect(probe).toMatchObject([{ rows: [{ settings: wanted }] }]);
    const { rows } = await sql`select * from seen`.execute(db);
    expect(rows).toEqual([wanted, wanted, wanted, wanted].map((settings) => ({ settings })));
  });

  it('that change within the transaction keep it from being committed, by name', async () => {
    await db.executeQuery(statement('create temp table kept (number integer)'));
    const off = (name: string, value: string) => statement(`select set_config('${name}', '${value}', true)`);
    const add = statement('insert into kept values (1)');
    await expect(transact(add, off('synchronous_commit', 'off'))).rejects.toMatchObject({
      name: 'LedgerUnavailable',
      reason: 'not-durable',
      message: 'synchronous_commit is off',
    });
    await expect(transact(add, off('lock_timeout', '0'))).rejects.toMatchObject({
      name: 'LedgerUnavailable',
      reason: 'other',
      message: 'lock_timeout is 0',
    });
    expect((await sql`select * from kept`.execute(db)).rows).toEqual([]);
    expect(await transact(add)).toEqual([1]);
    expect(opened).toBe(1);
  });

  it('leave the commits of other statements alone, whose time is limited all the same', async () => {
    await db.executeQuery(statement('set synchronous_commit = off'));
    const { rows } = await sql<{ settings: string }>`${sql.raw(shown)}`.execute(db);
    expect(rows).toEqual([{ settings: 'off 15s 5s 30s off' }]);
  });
});

describe('a connection', () => {
  it('stays after a refused transaction, and its statements run under their names again', async () => {
    await db.executeQuery(statement('create temp table rows (number integer check (number > 0))'));
    const add = (number: number) => named('insert into rows values ($1::integer)', number);
    const remove = named('delete from rows where number < 0');
    for (const number of [0, 1, 0, 0, 2]) {
      const sent = transact(add(number), remove);
      if (number === 0) await expect(sent).rejects.toMatchObject({ code: '23514' });
      else expect(await sent).toEqual([1, 0]);
    }
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from pg_prepared_statements
      where statement like '% rows %' and not from_sql`.execute(db);
    expect(rows).toEqual([{ count: 2 }]);
    expect(opened).toBe(1);
  });

  it('is told the columns of each statement once, and reads its rows by them after a failure too', async () => {
    let described = 0;
    pool.on('connect', (client) => {
      const { connection } = client as unknown as { readonly connection: NodeJS.EventEmitter };
      connection.on('rowDescription', () => (described += 1));
    });
    await db.executeQuery(statement('create temp table shapes (number integer check (number > 0), text text)'));
    const add = (number: number) => named('insert into shapes values ($1::integer, $2)', number, `${number}`);
    const [all, none, turned] = [
      named('select number, text from shapes order by number'),
      named('select text from shapes where number < 0'),
      named('select text, number as "of", null as nothing from shapes order by number desc'),
    ];
    const together = async (number: number) =>
      (await send([add(number), none, all, add(number + 1), turned, none])).map(({ rows }) => rows);
    for (const number of [1, 3, 5]) {
      await expect(send([all, add(0)])).rejects.toMatchObject({ code: '23514' });
      described = 0;
      const numbers = Array.from({ length: number + 1 }, (_, index) => index + 1);
      expect(await together(number)).toEqual([
        [],
        [],
        numbers.slice(0, -1).map((each) => ({ number: each, text: `${each}` })),
        [],
        numbers.toReversed().map((each) => ({ text: `${each}`, of: each, nothing: null })),
        [],
      ]);
    }
    expect(described).toBe(0);
    expect((await Promise.all([send([all]), send([turned, all])])).flat().map(({ rows }) => rows.length)).toEqual([
      6, 6, 6,
    ]);
  });

  it.each(['discard all', 'deallocate all'])('goes on without names after %s behind its back', async (discarding) => {
    const read = named('select $1::integer as number', 7);
    expect((await db.executeQuery(read)).rows).toEqual([{ number: 7 }]);
    expect(await transact(read)).toEqual([1]);
    await pool.query(discarding);
    expect(await transact(read)).toEqual([1]);
    expect((await db.executeQuery(read)).rows).toEqual([{ number: 7 }]);
    const limit = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db);
    expect(limit.rows).toEqual([{ limit: '15s' }]);
    expect(opened).toBe(1);
  });

  it('goes on when somebody else has prepared a statement under the same name', async () => {
    const read = named('select 1 as somebody_else');
    await pool.query(`prepare ${nameOf(read.sql)} as select 2`);
    expect((await db.executeQuery(read)).rows).toEqual([{ somebody_else: 1 }]);
    expect(opened).toBe(1);
  });

  it('reads on after a migration changed the type of a result', async () => {
    await db.executeQuery(statement('create temp table changing (number integer)'));
    const read = named('select * from changing');
    for (let turn = 0; turn < 3; turn++) expect((await db.executeQuery(read)).rows).toEqual([]);
    await db.executeQuery(statement(`alter table changing add column text text default 'new'`));
    await db.executeQuery(statement('insert into changing values (1)'));
    expect((await db.executeQuery(read)).rows).toEqual([{ number: 1, text: 'new' }]);
  });

  it('stays after a value that can’t be sent, and nothing of the transaction is written', async () => {
    await db.executeQuery(statement('create temp table whole (number integer)'));
    const add = (value: unknown) => statement('insert into whole values ($1::integer)', value);
    await expect(transact(add(1), add({ number: 2 }))).rejects.toThrow(TypeError);
    await expect(db.executeQuery(add(Symbol('none')))).rejects.toThrow(TypeError);
    expect((await sql`select * from whole`.execute(db)).rows).toEqual([]);
    expect(opened).toBe(1);
  });

  it('is given up when the server ends it', async () => {
    await expect(transact(statement('select pg_terminate_backend(pg_backend_pid())'))).rejects.toMatchObject({
      code: '57P01',
    });
    expect(await transact(statement('select 1'))).toEqual([1]);
    expect(opened).toBe(2);
  });
});

it('arrays are sent as the server reads them', async () => {
  const texts = ['', 'a"b', String.raw`c\d`, '{e,f}', 'NULL', ' ', null];
  const { rows } = await db.executeQuery<{ texts: unknown; numbers: unknown }>(
    statement(
      'select $1::text[] as texts, $2::integer[][] as numbers, $3::boolean as yes',
      texts,
      [
        [1, 2],
        [3, 4],
      ],
      true,
    ),
  );
  expect(rows).toEqual([
    {
      texts,
      numbers: [
        [1, 2],
        [3, 4],
      ],
      yes: true,
    },
  ]);
  expect(() => asText(new Date())).toThrow(TypeError);
});
