/** Runs one step of `npm test` as a process, shows its output, and counts its results. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from '#build/paths.ts';
import { errorText } from '#shared/error-text.ts';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** A file of tests and the seconds that its tests took, together. */
export interface TimedFile {
  readonly file: string;
  readonly seconds: number;
}

export interface Report {
  readonly counts: Counts;
  /** Names of the failed tests or checks. */
  readonly failed: readonly string[];
  /** Files of tests with their time. Absent for a check. */
  readonly files?: readonly TimedFile[];
}

export interface Step {
  readonly name: string;
  /** Program in `node_modules/.bin` and its arguments. */
  readonly command: readonly [string, ...string[]];
  /** Variables of the program besides those of this process. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Reads the counts from the results of the step. Absent for a check, which passes or fails as a whole. */
  readonly read?: () => Report;
}

interface Ended {
  readonly code: number;
  /** What the program has written, both streams in order. */
  readonly output: string;
}

function run({ command: [program, ...args], variables = {} }: Step): Promise<Ended> {
  return new Promise((resolve) => {
    // Colours are noise where the output is stored in a file. Each step starts hundreds of processes, which share their compiled code.
    const compiled = path.join(root, '.cache/compiled');
    const env = { ...process.env, NODE_COMPILE_CACHE: compiled, NO_COLOR: '1', FORCE_COLOR: '0', ...variables };
    const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const output: Buffer[] = [];
    child.stdout.on('data', (part: Buffer) => output.push(part));
    child.stderr.on('data', (part: Buffer) => output.push(part));
    child.on('error', (error) => resolve({ code: 1, output: `${program} could not be started: ${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(output).toString('utf8') }));
  });
}

/**
 * Runs a step and shows its output in one piece when it ends, because other steps run beside it. A failure without a failed test
 * counts as one failure, so that no fault goes uncounted.
 */
export async function runStep(step: Step): Promise<Report & { readonly seconds: number }> {
  const { name, read } = step;
  console.log(`... ${name}`);
  const started = performance.now();
  const { code, output } = await run(step);
  console.log(`\n=== ${name}\n${output}`);
  const seconds = (performance.now() - started) / 1000;
  const report = read === undefined ? check(name, code) : results(name, { code, output }, read);
  const { passed, failed, skipped } = report.counts;
  console.log(`--- ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped, in ${seconds.toFixed(1)} s`);
  return { ...report, seconds };
}

const check = (name: string, code: number): Report =>
  code === 0
    ? { counts: { passed: 1, failed: 0, skipped: 0 }, failed: [] }
    : { counts: { passed: 0, failed: 1, skipped: 0 }, failed: [name] };

/** Lines of the output that are repeated after a failure without a failed test: Vitest says there what was thrown outside of tests. */
const lastLines = 60;

function results(name: string, { code, output }: Ended, read: () => Report): Report {
  try {
    const report = read();
    const { passed, failed, skipped } = report.counts;
    if (failed > 0 || (code === 0 && passed + skipped > 0)) return report;
    const end = output.trimEnd().split('\n').slice(-lastLines).join('\n');
    const why = code === 0 ? 'found no test' : `ended with code ${code} after:\n${end}`;
    return { counts: { passed, failed: 1, skipped }, failed: [`${name} ${why}`] };
  } catch (error) {
    const why = errorText(error);
    return { counts: { passed: 0, failed: 1, skipped: 0 }, failed: [`${name} left no results: ${why}`] };
  }
}
