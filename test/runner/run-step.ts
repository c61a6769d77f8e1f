/** Runs one step of `npm test` as a process, shows what it prints, and counts what it says. */
import { spawn } from 'node:child_process';
import { root } from '#build/paths.ts';
import { errorText } from '#shared/error-text.ts';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface Report {
  readonly counts: Counts;
  /** Names of what failed. */
  readonly failed: readonly string[];
}

export interface Step {
  readonly name: string;
  /** Program and arguments, found in `node_modules/.bin`. */
  readonly command: readonly [string, ...string[]];
  /** Reads the counts from the results that the step wrote; absent for a check, which passes or fails as one. */
  readonly read?: () => Report;
}

function run([program, ...args]: Step['command']): Promise<number> {
  return new Promise((resolve) => {
    // Where the output is kept in a file, colours are noise.
    const env = process.stdout.isTTY ? process.env : { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' };
    const child = spawn(program, args, { cwd: root, env, stdio: 'inherit' });
    child.on('error', (error) => {
      console.error(`${program} could not be started: ${error.message}`);
      resolve(1);
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** Runs a step. One that fails without naming a failed test counts as one failure: nothing that broke goes uncounted. */
export async function runStep({ name, command, read }: Step): Promise<Report> {
  console.log(`\n=== ${name}`);
  const started = performance.now();
  const code = await run(command);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const report = read === undefined ? check(name, code) : results(name, code, read);
  const { passed, failed, skipped } = report.counts;
  console.log(`--- ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped, in ${seconds} s`);
  return report;
}

const check = (name: string, code: number): Report =>
  code === 0
    ? { counts: { passed: 1, failed: 0, skipped: 0 }, failed: [] }
    : { counts: { passed: 0, failed: 1, skipped: 0 }, failed: [name] };

function results(name: string, code: number, read: () => Report): Report {
  try {
    const report = read();
    const { passed, failed, skipped } = report.counts;
    if (failed > 0 || (code === 0 && passed + skipped > 0)) return report;
    const why = code === 0 ? 'found no test' : `ended with code ${code}`;
    return { counts: { passed, failed: 1, skipped }, failed: [`${name} ${why}`] };
  } catch (error) {
    const why = errorText(error);
    return { counts: { passed: 0, failed: 1, skipped: 0 }, failed: [`${name} left no results: ${why}`] };
  }
}
