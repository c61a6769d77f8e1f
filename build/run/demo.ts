/**
 * `npm run demo`: drives the real screens by keyboard and prints the results. Needs no display. `-- --json` prints
 * JSON.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isBuildDue } from '#build/build-all.ts';
import { plan } from '#build/demo/plan.ts';
import { openProgram } from '#build/demo/program.ts';
import { runPlan, tableOf } from '#build/demo/run.ts';
import { root } from '#build/paths.ts';

process.chdir(root);
const { values: flags } = parseArgs({
  options: {
    /** Prints nothing but JSON. */
    json: { type: 'boolean', default: false },
  },
});
const pictures = 'demo-out';

/** Builds in a child process, so that its output stays out of the JSON. */
function buildWhatIsDue(): void {
  const built = spawnSync(process.execPath, [path.join(import.meta.dirname, 'build.ts')], { stdio: ['ignore', 2, 2] });
  if (built.status !== 0) process.exit(1);
}

if (await isBuildDue()) buildWhatIsDue();
const started = performance.now();
const program = await openProgram();
if (program.target === 'stand-in') {
  console.error(
    'Runs on the stand-in for Electron, over Chromium: nothing to see here but what it prints and pictures.',
  );
}
try {
  await rm(pictures, { recursive: true, force: true });
  await mkdir(pictures, { recursive: true });
  const { steps, issues } = await runPlan(program, plan, pictures);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    flags.json
      ? JSON.stringify({ steps })
      : `${tableOf(steps)}\n\n${steps.length} steps in ${seconds} s, pictures in ${pictures}/`,
  );
  for (const issue of issues) console.error(issue);
  if (issues.length > 0) process.exitCode = 1;
} finally {
  await program.close();
}
