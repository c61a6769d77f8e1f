/** The steps of `npm test`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { root } from '#build/paths.ts';
import type { Report, Step, TimedFile } from './run-step.ts';

const results = path.join(root, 'test-results');
const unitResults = path.join(results, 'unit.json');

export const typeChecks: readonly Step[] = [
  // Several checkers would each work out the same types again. A fifth of the time is collecting garbage otherwise.
  { name: 'types', command: ['tsc', '--checkers', '1'], variables: { GOGC: '400' } },
];

export const lintChecks: readonly Step[] = [
  {
    name: 'lint',
    command: ['oxlint', '--type-aware', '--deny-warnings', '--format=unix'],
    // Each of its threads works out the same types again, and a quarter of its time is collecting garbage otherwise.
    variables: { GOMAXPROCS: '1', GOGC: '400' },
  },
];

/** Checks of folders and files by one thread, at the end of the shorter row. */
export const folderChecks: readonly Step[] = [
  { name: 'boundaries between folders', command: ['node', path.join(root, 'build/boundaries/run.ts')] },
  { name: 'dead code', command: ['knip', '--config', '.knip.jsonc'] },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
];

export const unitSteps: readonly Step[] = [
  {
    name: 'tests',
    command: [
      'vitest',
      'run',
      '--config=build/vitest.config.ts',
      '--reporter=default',
      '--silent=passed-only',
      '--reporter=json',
      `--outputFile.json=${unitResults}`,
    ],
    read: readUnitResults,
  },
];

/** The build, then the specs on the built program, which wait the most, so that they stand beside the unit tests. */
export const programSteps: readonly Step[] = [
  { name: 'build', command: ['node', 'build/run/build.ts'] },
  {
    name: 'end-to-end tests',
    command: ['playwright', 'test', '--config=test/e2e/playwright.config.ts'],
    read: () => readPlaywrightResults('e2e'),
  },
];

/** The specs on the built page. */
export const pageSteps: readonly Step[] = [
  {
    name: 'component tests',
    command: ['playwright', 'test', '--config=test/components/playwright.config.ts'],
    read: () => readPlaywrightResults('components'),
  },
];

/** Slow steps for `npm run test:thorough` alone. */
export const thoroughSteps: readonly Step[] = [
  { name: 'pages about changes', command: ['node', path.join(root, 'test/recipes/run.ts')] },
];

/** Searches everything that the programs of the end-to-end tests left behind for the cards that were keyed, after them. */
export const searchSteps: readonly Step[] = [
  { name: 'search for secrets', command: ['node', path.join(root, 'test/security/search.ts')] },
];

const unitSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      startTime: z.number(),
      endTime: z.number(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** Reads Vitest's JSON. A file that could not be loaded, or whose hooks failed beside its tests, counts as one failure. */
function readUnitResults(): Report {
  const { testResults } = unitSchema.parse(JSON.parse(readFileSync(unitResults, 'utf8')));
  const tests = testResults.flatMap(({ name, status, message = '', assertionResults }) =>
    status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
      ? [...assertionResults, { fullName: `${path.relative(root, name)}, outside of its tests: ${message}`, status }]
      : assertionResults,
  );
  const failed = tests.filter(({ status }) => status === 'failed');
  const passed = tests.filter(({ status }) => status === 'passed').length;
  return {
    counts: { passed, failed: failed.length, skipped: tests.length - passed - failed.length },
    failed: failed.map(({ fullName }) => fullName),
    files: testResults.map(({ name, startTime, endTime }) => ({
      file: path.relative(root, name),
      seconds: (endTime - startTime) / 1000,
    })),
  };
}

interface Suite {
  readonly suites?: readonly Suite[] | undefined;
  readonly specs?: readonly z.infer<typeof specSchema>[] | undefined;
}
const specSchema = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ status: z.string(), results: z.array(z.object({ duration: z.number() })) })),
});
const suiteSchema: z.ZodType<Suite> = z.lazy(() =>
  z.object({ suites: z.array(suiteSchema).optional(), specs: z.array(specSchema).optional() }),
);
const playwrightSchema = z.object({ suites: z.array(suiteSchema) });

/** Reads Playwright's JSON. `flaky` passed only on a retry, which is a failure here. */
function readPlaywrightResults(folder: 'components' | 'e2e'): Report {
  const { suites } = playwrightSchema.parse(JSON.parse(readFileSync(path.join(results, `${folder}.json`), 'utf8')));
  const specsOf = (suite: Suite): readonly z.infer<typeof specSchema>[] => [
    ...(suite.specs ?? []),
    ...(suite.suites ?? []).flatMap(specsOf),
  ];
  const tests = suites
    .flatMap(specsOf)
    .flatMap(({ title, file, tests: own }) =>
      own.map(({ status, results: runs }) => ({ title, file: `test/${folder}/${file}`, status, runs })),
    );
  const passed = tests.filter(({ status }) => status === 'expected').length;
  const skipped = tests.filter(({ status }) => status === 'skipped').length;
  const failed = tests.filter(({ status }) => status !== 'expected' && status !== 'skipped');
  return {
    counts: { passed, failed: failed.length, skipped },
    failed: failed.map(({ title }) => title),
    files: [...Map.groupBy(tests, ({ file }) => file)].map(([file, own]): TimedFile => ({
      file,
      seconds: own.flatMap(({ runs }) => runs).reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  };
}
