/** What a crash leaves behind: no report, and on Linux a core dump without memory. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from '#build/paths.ts';

const file = pathToFileURL(path.join(root, 'electron/shell/start/leave-no-dumps.ts')).href;

/** Runs code in a process of its own, because its settings can't be taken back. */
function run(code: string): string {
  const source = `import { emptyCoreDumps, writeNoReports } from ${JSON.stringify(file)};
    import { readFileSync } from 'node:fs'; import { execFileSync } from 'node:child_process'; ${code}`;
  const ended = spawnSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8' });
  expect(ended.stderr).toBe('');
  return ended.stdout.trim();
}

it('writes no diagnostic report, whatever happens', () => {
  const on = 'Object.assign(process.report, { reportOnFatalError: true, reportOnSignal: true });';
  const seen = run(
    `${on} writeNoReports(); const { reportOnFatalError, reportOnSignal, reportOnUncaughtException, excludeEnv } =
     process.report; console.log(JSON.stringify([reportOnFatalError, reportOnSignal, reportOnUncaughtException, excludeEnv]))`,
  );
  expect(JSON.parse(seen)).toEqual([false, false, false, true]);
});

// No other system has such a file.
if (process.platform === 'linux')
  it('leaves no memory in a core dump of itself and of what it starts', () => {
    expect(Number.parseInt(readFileSync('/proc/self/coredump_filter', 'utf8'), 16)).not.toBe(0);
    const seen = run(
      `emptyCoreDumps(process.pid); const self = readFileSync('/proc/self/coredump_filter', 'utf8').trim();
     const child = execFileSync('cat', ['/proc/self/coredump_filter'], { encoding: 'utf8' }).trim();
     console.log(JSON.stringify([self, child]))`,
    );
    expect(JSON.parse(seen)).toEqual(['00000000', '00000000']);
  });

it('passes over a process that has ended', () => {
  expect(run(`emptyCoreDumps(0); emptyCoreDumps(2 ** 22 - 1); console.log('alive')`)).toBe('alive');
});
