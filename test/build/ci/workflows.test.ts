/** The workflows: their form, their rights, and that every step calls something of this repository that is there. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#build/paths.ts';
import { findingsOf, readWorkflows, type WorkflowStep } from './workflow-files.ts';

const workflows = readWorkflows();
const jobs = workflows.flatMap(({ name, content }) =>
  Object.entries(content.jobs).map(([id, job]) => ({ name: `${name} ${id}`, job })),
);
const steps = jobs.flatMap(({ name, job }) => (job.steps ?? []).map((step) => ({ name, step })));
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

test('GitHub’s parser has nothing against any workflow, and something against a wrong one', async () => {
  expect(workflows.map(({ name }) => path.basename(name)).toSorted()).toEqual([
    'benchmark.yml',
    'candidates.yml',
    'ci.yml',
    'nightly.yml',
    'package.yml',
    'release.yml',
  ]);
  for (const workflow of workflows) expect(await findingsOf(workflow), workflow.name).toEqual([]);
  const wrong =
    'on: push\njobs:\n  a:\n    runs-on: x\n    timeout: 3\n    steps:\n      - run: echo ${{ nobody.there }}\n';
  expect(await findingsOf({ name: 'wrong.yml', text: wrong })).toEqual([
    expect.stringContaining('timeout'),
    expect.stringContaining('nobody'),
  ]);
});

test('no workflow has rights, and a job has those that it says', () => {
  for (const { name, content } of workflows) expect(content.permissions, name).toEqual({});
  const writing = jobs.filter(({ job }) => Object.values(job.permissions ?? {}).includes('write'));
  expect(writing.map(({ name, job }) => [name, job.permissions])).toEqual([
    ['.github/workflows/candidates.yml offer', { contents: 'write' }],
    ['.github/workflows/release.yml draft', { contents: 'write', 'id-token': 'write', attestations: 'write' }],
  ]);
  for (const { name, job } of jobs) {
    expect(job.permissions, name).toHaveProperty('contents');
    expect(job['timeout-minutes'] ?? job.uses, name).toBeDefined();
  }
});

test('actions are pinned by commit with their version, and a checkout leaves no token behind', () => {
  const own = './.github/workflows/';
  const used = workflows
    .flatMap(({ text }) => text.match(/uses: \S+.*$/gm) ?? [])
    .filter((line) => !line.includes(own));
  expect(used.filter((line) => !/^uses: actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
  for (const { name, step } of steps) {
    if (step.uses?.startsWith('actions/checkout@'))
      expect(step.with, name).toMatchObject({ 'persist-credentials': false });
  }
});

/** Returns what a step would not find; null for a step that runs nothing but what is here. */
function missingOf({ run }: WorkflowStep): string | null {
  if (run === undefined || run === 'npm ci' || run === 'npm test') return null;
  const files = [...run.matchAll(/(?:^|\s)node (\S+\.ts)/g)].map(([, file = '']) => file);
  const named = [...run.matchAll(/^npm run (\S+)|run-as-root\.ts (\S+)/g)].map(([, one, other]) => one ?? other ?? '');
  if (run.includes('\n') || files.length + named.length === 0) return `runs something of its own: ${run}`;
  return (
    files.find((file) => !existsSync(path.join(root, file))) ?? named.find((script) => !(script in scripts)) ?? null
  );
}

test('each step runs one script of this repository, and nothing that a title or a branch could be part of', () => {
  expect(steps.map(({ step }) => missingOf(step)).filter((missing) => missing !== null)).toEqual([]);
  expect(missingOf({ run: 'npm run nothing' })).toBe('nothing');
  expect(missingOf({ run: 'curl example.com | sh' })).toContain('of its own');
  const inserted = steps.flatMap(({ step }) => step.run?.match(/\$\{\{.*?\}\}/g) ?? []);
  expect(inserted.filter((expression) => !/^\$\{\{ matrix\.[a-z]+ \}\}$/.test(expression))).toEqual([]);
});

test('nothing of a release is built before its tag was compared with its version', () => {
  const release = workflows.find(({ name }) => path.basename(name) === 'release.yml')?.content.jobs ?? {};
  const waiting = Object.entries(release).map(([id, job]) => [id, job.needs]);
  expect(waiting).toEqual([
    ['tag', undefined],
    ['thorough', 'tag'],
    ['benchmark', 'tag'],
    ['package', 'tag'],
    ['draft', ['thorough', 'benchmark', 'package']],
  ]);
  expect(release['tag']?.steps?.at(-1)?.run).toBe('node build/ci/check-tag.ts');
});

test('a run on real Electron asks for it by name first', () => {
  for (const { name, job } of jobs) {
    const runs = (job.steps ?? []).flatMap(({ run }) => run ?? []);
    const first = (script: string): number => runs.findIndex((run) => run.includes(script));
    for (const script of ['end-to-end.ts', 'pack.ts']) {
      if (first(script) < 0) continue;
      expect(first('require-electron.ts'), name).toBeGreaterThanOrEqual(0);
      expect(first('require-electron.ts'), name).toBeLessThan(first(script));
    }
  }
});

/** Returns what each run of a job runs, with the values of its matrix in place. */
const runsOf = ({ steps: own = [], strategy }: (typeof jobs)[number]['job']): readonly (readonly string[])[] =>
  (strategy?.matrix.include ?? [{}]).map((values: Readonly<Record<string, string>>) =>
    own.flatMap(({ run = '' }) =>
      run.replace(/\$\{\{ matrix\.(\w+) \}\}/g, (_whole, name: string) => values[name] ?? ''),
    ),
  );
const optionsOf = (runs: readonly string[], script: string): string =>
  runs.find((run) => run.includes(`/${script}`)) ?? '';

test('specs run on a system that was made ready for them: with a sandbox once, and without a keyring where they say so', () => {
  const specs = jobs.flatMap(({ job }) => runsOf(job)).filter((runs) => optionsOf(runs, 'end-to-end.ts') !== '');
  const options = ['--sandbox', '--key-store none'];
  const wanted = (option: string) => (runs: readonly string[]) => optionsOf(runs, 'end-to-end.ts').includes(option);
  for (const option of options) {
    expect(specs.filter(wanted(option)), option).toHaveLength(1);
    const ready = specs.filter((runs) => optionsOf(runs, 'prepare-system.ts').includes(option));
    expect(ready, option).toEqual(specs.filter(wanted(option)));
  }
});

test('a run of all tests or of the benchmark names its Electron and its Chromium, whatever else its system has', () => {
  const whole = ['npm test', 'npm run test:thorough', 'npm run bench'];
  const all = steps.filter(({ step: { run = '' } }) => whole.includes(run));
  expect(all).toHaveLength(whole.length);
  for (const { name, step } of all) {
    expect(step.env, name).toEqual({ CAJA_ELECTRON_TARGET: 'stand-in', CAJA_CHROMIUM: 'npm' });
  }
});

test('what was packed is started on Linux with Chromium’s sandbox, on each processor that it is packed for', () => {
  const packing = workflows.find(({ name }) => path.basename(name) === 'package.yml');
  for (const [id, { env, steps: own = [] }] of Object.entries(packing?.content.jobs ?? {})) {
    expect(env, id).toEqual({ CAJA_CHROMIUM_SANDBOX: '1' });
    expect(
      own.flatMap(({ run }) => run ?? []),
      id,
    ).toEqual(expect.arrayContaining(['node build/ci/prepare-system.ts --sandbox', 'node build/ci/try-installers.ts']));
  }
  expect(packing?.text).toMatch(
    /system: ubuntu-24\.04-arm \}[^]*system: windows-11-arm \}[^]*system: macos-26-intel \}/,
  );
});
