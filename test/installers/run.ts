/**
 * `npm run test:installers`: builds the installers with stand-ins for Electron, installs, starts and removes them on a
 * Debian machine. Says at the end what was left out and why. `--require-all` counts a missing tool as a failure;
 * further arguments name the targets to try; `--keep` keeps what was built.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { buildAll, isBuildDue } from '#build/build-all.ts';
import { requireNode } from '#build/run/node-version.ts';
import { errorText } from '#shared/error-text.ts';
import { Checks } from './checks.ts';
import { LeftOut } from './left-out.ts';
import { installerTargets, type InstallerTarget } from './targets.ts';
import { installCommand, missingTools } from './tools.ts';

requireNode();
const { values: flags, positionals: names } = parseArgs({
  allowPositionals: true,
  options: {
    'require-all': { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});

interface Outcome {
  readonly state: 'passed' | 'failed' | 'left out';
  readonly line: string;
}

/** Returns why a target can't be tried on this machine, or null. */
function obstacle({ tools, needsRoot }: InstallerTarget): string | null {
  const missing = missingTools(tools);
  if (missing.length > 0) return `missing ${missing.join(', ')}`;
  return needsRoot && process.getuid?.() !== 0 ? 'takes root, for a throw-away root of its own' : null;
}

async function tryTarget(target: InstallerTarget, work: string): Promise<Outcome> {
  const { name } = target;
  const leftOut = (reason: string): Outcome => {
    return { state: flags['require-all'] ? 'failed' : 'left out', line: `${name}: left out, ${reason}` };
  };
  const missing = obstacle(target);
  if (missing !== null) return leftOut(missing);
  console.log(`\n=== ${name}`);
  const started = performance.now();
  const checks = new Checks();
  const folder = path.join(work, name.replaceAll(/\W+/g, '-').toLowerCase());
  await mkdir(folder);
  try {
    await target.attempt(checks, folder);
  } catch (error) {
    if (error instanceof LeftOut) return leftOut(error.message);
    checks.that('runs to its end', false, errorText(error));
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  const { passed, failed } = checks;
  return failed.length === 0
    ? { state: 'passed', line: `${name}: passed in ${seconds} s: ${passed.join('; ')}` }
    : { state: 'failed', line: `${name}: FAILED: ${failed.join('; ')} (${passed.length} other checks passed)` };
}

// Downloads nothing: a tool that is not where it is named fails the build at once.
process.env['ELECTRON_BUILDER_OFFLINE'] = 'true';
if (await isBuildDue()) await buildAll();
const work = await mkdtemp(path.join(tmpdir(), 'caja-installers-'));
const outcomes: Outcome[] = [];
try {
  for (const target of installerTargets) {
    if (names.length === 0 || names.includes(target.name)) outcomes.push(await tryTarget(target, work));
  }
} finally {
  if (flags.keep) console.log(`\nKept in ${work}`);
  else await rm(work, { recursive: true, force: true });
}

const count = (state: Outcome['state']): number => outcomes.filter((outcome) => outcome.state === state).length;
console.log(`\n${outcomes.map(({ line }) => line).join('\n')}`);
if (outcomes.some(({ line }) => line.includes('left out, missing')))
  console.log(`\nWhat is missing: ${installCommand}`);
console.log(`\n${count('passed')} passed, ${count('failed')} failed, ${count('left out')} left out`);
process.exitCode = count('failed') > 0 || outcomes.length === 0 ? 1 : 0;
