/** Unit, gateway, ledger and stand-in tests: plain Node, and no browser except those that tests start. */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './paths.ts';
import { threadOfTests } from './vite/thread-of-tests.ts';

/** Files that take a minute or more. */
const longOnes = /attempts\/kill|ledger\/failover|holds\/race|own\/random-loss|operators\/operators|soak\/soak/;

/** Starts the long files first, so that no worker is left alone with one at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [true, false].flatMap((long) => sorted.filter(({ moduleId }) => longOnes.test(moduleId) === long));
  }
}

const all = globSync('test/**/*.test.{ts,tsx}', { cwd: root, exclude: ['test/e2e/**'] });

/** Files that replace modules, which a process keeps, and those that take long and are shared out one by one. */
const apart = all.filter(
  (file) => longOnes.test(file) || readFileSync(path.join(root, file), 'utf8').includes('vi.mock('),
);

// Vitest requires a default export here.
export default defineConfig({
  root,
  test: {
    projects: [
      { extends: true, plugins: [threadOfTests], test: { name: 'apart', include: apart } },
      // Each process loads what is tested once for all of its files, which leave nothing behind.
      {
        extends: true,
        plugins: [threadOfTests],
        test: { name: 'sharing', include: all.filter((file) => !apart.includes(file)), isolate: false },
      },
    ],
    environment: 'node',
    globalSetup: ['test/support/postgres-setup.ts'],
    // Tests run real servers, databases and child processes, so two at a time on two cores.
    pool: 'forks',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Guards against hanging only. A test that makes a claim about time measures it itself.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    passWithNoTests: false,
    expect: { requireAssertions: true, poll: { timeout: 20_000, interval: 20 } },
  },
});
