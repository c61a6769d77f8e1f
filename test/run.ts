/** `npm test`: runs every check and every test, and ends with one line of counts. `--thorough` repeats more of what chance decides. */
import { rmSync } from 'node:fs';
import path from 'node:path';
import { electronTarget } from '#build/electron-target.ts';
import { root } from '#build/paths.ts';
import {
  folderChecks,
  lintChecks,
  pageSteps,
  programSteps,
  searchSteps,
  thoroughSteps,
  typeChecks,
  unitSteps,
} from '#test/runner/run-steps.ts';
import { noteProvedStandIn } from '#build/proved-stand-in.ts';
import { thoroughVariable } from '#test/support/thorough.ts';
import { useQuickTemporaryFolder } from '#test/runner/temporary-folder.ts';
import { runStep, type Counts, type Step, type TimedFile } from '#test/runner/run-step.ts';

useQuickTemporaryFolder();
const started = performance.now();
const target = electronTarget();
console.log(
  `Node ${process.version}; end-to-end tests run on ${target === 'electron' ? 'Electron' : 'the stand-in for Electron'}.`,
);
const isThorough = process.argv.includes('--thorough');
if (isThorough) process.env[thoroughVariable] = '1';
rmSync(path.join(root, 'test-results'), { recursive: true, force: true });

const total: Counts = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
const stepsTook: string[] = [];
const files: TimedFile[] = [];
async function runInTurn(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    const { counts, failed, files: own = [], seconds } = await runStep(step);
    total.passed += counts.passed;
    total.failed += counts.failed;
    total.skipped += counts.skipped;
    failures.push(...failed);
    stepsTook.push(`${step.name} ${Math.round(seconds)}`);
    files.push(...own);
  }
}
// Two rows, because each waits for processes and timers a third of the time, which the other one uses.
await Promise.all([
  runInTurn([...typeChecks, ...unitSteps]),
  runInTurn([...lintChecks, ...programSteps, ...searchSteps, ...pageSteps, ...folderChecks]),
]);
if (isThorough) await runInTurn(thoroughSteps);
if (isThorough && total.failed === 0) noteProvedStandIn(root);
const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, 20);
const lines = slowest.map(({ file, seconds }) => `  ${seconds.toFixed(1).padStart(6)} ${file}`);
console.log(`\nSlowest files, in seconds:\n${lines.join('\n')}\nSeconds of each step: ${stepsTook.join(', ')}`);
if (failures.length > 0) console.log(`\nFailed:\n${failures.map((failure) => `  ${failure}`).join('\n')}`);
console.log(`\nTook ${Math.round((performance.now() - started) / 1000)} s, on ${target}.`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;
