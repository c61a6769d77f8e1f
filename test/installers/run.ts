/**
 * `npm run test:installers`: builds the installers with stand-ins for Electron, installs, starts and removes them on a
 * Debian machine. Says at the end what was left out and why. `--require-all` counts a missing tool as a failure;
 * further arguments name the targets to try; `--keep` keeps what was built. Exit codes: 1 a check failed, 2 unclear
 * order.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildAll, isBuildDue } from '#build/build-all.ts';
import { errorText } from '#shared/error-text.ts';
import { Checks } from './checks.ts';
import { LeftOut } from './left-out.ts';
import { leftOut, outcomeOf, summaryOf, type Obstacle, type Outcome } from './outcomes.ts';
import { readOrder, type InstallerTarget } from './targets.ts';
import { missingTools } from './tools.ts';

const order = readOrder(process.argv.slice(2));
if (typeof order === 'string') {
  console.error(order);
  process.exit(2);
}
const { flags, wanted } = order;

/** Returns what keeps a target from being tried on this machine, or null. */
function obstacle({ tools, needsRoot }: InstallerTarget): Obstacle | null {
  const missing = missingTools(tools);
  if (missing.length > 0) return { reason: `missing ${missing.join(', ')}`, lacksTools: true };
  if (!needsRoot || process.getuid?.() === 0) return null;
  return { reason: 'takes root, for a throw-away root of its own', lacksTools: false };
}

async function tryTarget(target: InstallerTarget, work: string): Promise<Outcome> {
  const { name } = target;
  const kept = obstacle(target);
  if (kept !== null) return leftOut(name, kept, flags['require-all']);
  console.log(`\n=== ${name}`);
  const started = performance.now();
  const checks = new Checks();
  const folder = path.join(work, name.replaceAll(/\W+/g, '-').toLowerCase());
  await mkdir(folder);
  try {
    await target.attempt(checks, folder);
  } catch (error) {
    if (error instanceof LeftOut)
      return leftOut(name, { reason: error.message, lacksTools: false }, flags['require-all']);
    checks.that('runs to its end', false, errorText(error));
  }
  return outcomeOf(name, checks, (performance.now() - started) / 1000);
}

// Downloads nothing: a tool that is not where it is named fails the build at once.
process.env['ELECTRON_BUILDER_OFFLINE'] = 'true';
const begun = performance.now();
if (wanted.some((target) => obstacle(target) === null) && (await isBuildDue())) await buildAll();
const work = await mkdtemp(path.join(tmpdir(), 'caja-installers-'));
const outcomes: Outcome[] = [];
try {
  for (const target of wanted) outcomes.push(await tryTarget(target, work));
} finally {
  if (flags.keep) console.log(`\nKept in ${work}`);
  else await rm(work, { recursive: true, force: true });
}

const { text, code } = summaryOf(outcomes, (performance.now() - begun) / 1000);
console.log(`\n${text}`);
// At once: the packer's own clean-up at the end of a process sets an exit code of 0.
process.exit(code);
