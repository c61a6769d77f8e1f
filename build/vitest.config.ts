/** Unit, gateway, ledger and stand-in tests: plain Node, and no browser except those that tests start. */
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isStandInProved } from './proved-stand-in.ts';
import { root } from './paths.ts';
import { threadOfTests } from './vite/thread-of-tests.ts';

/** Files that take longest, in `npm run test:thorough` minutes. */
const longOnes = /attempts\/kill|ledger\/failover|holds\/race|journal\/random-loss|soak\/soak/;

/** Starts the long files first, so that no worker is left alone with one at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return [true, false].flatMap((long) => sorted.filter(({ moduleId }) => longOnes.test(moduleId) === long));
  }
}

/** Folders of tests that leave no process, server, connection or stub behind, so that one process loads what they test once for all. */
const sharing =
  'shared,renderer,gateway,documents,paper,training,core,ipc,shell,vault,export,docs,account,calls,build,ledger,' +
  'updates,security,soak,bench';

const isThorough = process.env['CAJA_THOROUGH'] === '1';
/** Milliseconds of one test or hook. On a busy machine the longest of a thorough run takes some ten minutes. */
const longest = isThorough ? 1_800_000 : 600_000;
/** Trials of tools that run by themselves before a release, `npm run bench` and `npm run soak`: in `npm run test:thorough`. */
const thoroughAlone = ['test/bench/measured.test.ts', 'test/soak/soak.test.ts'];
const leftOut = isThorough ? [] : [...thoroughAlone, ...(isStandInProved(root) ? ['test/host/*.test.ts'] : [])];
const all = globSync('test/**/*.test.{ts,tsx}', { cwd: root, exclude: leftOut });

/** Derive keys as the program does: the derivation's own tests, and documents that were kept with a passphrase. */
const withScrypt = ['test/core/scrypt.test.ts', 'test/documents/every-version.test.ts'];
const replacesModules = (file: string): boolean => readFileSync(path.join(root, file), 'utf8').includes('vi.mock(');

/** Without files that replace modules of their own, and those that take minutes and are shared out one by one. */
const together = globSync(`test/{${sharing}}/**/*.test.{ts,tsx}`, { cwd: root }).filter(
  (file) =>
    ![...thoroughAlone, ...withScrypt].includes(file) && !(isThorough && longOnes.test(file)) && !replacesModules(file),
);
const apart = all.filter((file) => !together.includes(file));

/** Files that Vite has to load: those of the screens and of the help, for markup and documents, and those that replace modules. */
const isForVite = (file: string): boolean => /^test.(?:renderer|docs)./.test(file) || replacesModules(file);
const isForNode = (file: string): boolean => !isForVite(file);
/** Loads files by Node alone, which takes a quarter less of the processor: nothing is transformed, and what is imported is called as it is. */
const byNode = { experimental: { viteModuleRunner: false, nodeLoader: false } };
const [builtThread, standIns] = ['test/support/start-built-thread.ts', 'test/support/stand-in-modules.ts'];
// For the processes of tests, and for those that they start. Compiling the modules of one takes most of its start.
process.env['NODE_COMPILE_CACHE'] ??= path.join(root, '.cache/compiled');

// Vitest requires a default export here.
export default defineConfig({
  root,
  test: {
    projects: [
      { name: 'apart', include: apart.filter(isForNode), setupFiles: [builtThread], ...byNode },
      { name: 'apart, by Vite', include: apart.filter(isForVite) },
      {
        name: 'sharing',
        include: together.filter(isForNode),
        isolate: false,
        setupFiles: [builtThread, standIns],
        ...byNode,
      },
      { name: 'sharing, by Vite', include: together.filter(isForVite), isolate: false },
    ].map((test) => ({ extends: true, plugins: [threadOfTests], test })),
    environment: 'node',
    globalSetup: ['test/support/postgres-setup.ts'],
    // Tests run real servers, databases and child processes, so two at a time on two cores.
    pool: 'forks',
    maxWorkers: 2,
    // Most of what a test makes is garbage soon. In more room it dies young, and is not copied first.
    execArgv: ['--max-semi-space-size=64'],
    sequence: { sequencer: LongestFirst },
    // Guard against hanging only. A test that makes a claim about time measures it itself.
    testTimeout: longest,
    hookTimeout: longest,
    passWithNoTests: false,
    expect: { requireAssertions: true, poll: { timeout: 20_000, interval: 20 } },
  },
});
