/** Unit, gateway, ledger and stand-in tests: plain Node, and no browser except those that tests start. */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './paths.ts';

/** Files that take a minute or more. */
const longOnes = /attempts\/kill|ledger\/failover|holds\/race|own\/random-loss|operators\/operators/;

/** Starts the long files first, so that no worker is left alone with one at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [true, false].flatMap((long) => sorted.filter(({ moduleId }) => longOnes.test(moduleId) === long));
  }
}

/** Folders of tests that leave nothing behind in their process, so that one process loads what they test once for all. */
const sharing = ['shared', 'renderer', 'gateway', 'documents', 'paper', 'training'];
const filesOf = (folder: string): string => `test/${folder}/**/*.test.{ts,tsx}`;
const never = ['test/e2e/**', 'node_modules/**'];

// Vitest requires a default export here.
export default defineConfig({
  root,
  test: {
    projects: [
      {
        extends: true,
        test: { name: 'apart', include: [filesOf('*')], exclude: [...never, ...sharing.map(filesOf)] },
      },
      { extends: true, test: { name: 'sharing', include: sharing.map(filesOf), isolate: false } },
    ],
    environment: 'node',
    globalSetup: ['test/support/postgres-setup.ts'],
    // Tests run real servers, databases and child processes, so two at a time on two cores.
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Guards against hanging only. A test that makes a claim about time measures it itself.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    passWithNoTests: false,
    expect: { requireAssertions: true, poll: { timeout: 20_000, interval: 20 } },
  },
});
