/** What scripts see: exit codes of `--provision FILE --exit`, alone, beside a running program and all at once; help; a folder that can't be used. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { executableOf } from '#build/electron-target.ts';
import { root } from '#build/paths.ts';
import { expect, firstWindow, test } from '#test/e2e/stage/fixture.ts';
import { target } from '#test/e2e/stage/launch-program.ts';

interface Ended {
  readonly code: number | null;
  readonly told: string;
}

const start = (userData: string, ...options: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(executableOf(target), [root, `--user-data-dir=${userData}`, '--lang=en', ...options]);
    let told = '';
    for (const output of [child.stdout, child.stderr]) output.on('data', (data: Buffer) => (told += data.toString()));
    child.once('close', (code) => resolve({ code, told }));
  });

const run = (userData: string, file: string): Promise<Ended> => start(userData, '--provision', file, '--exit');

test('a script learns from the exit code what became of its file, also beside a running program, which a signal ends with a code', async ({
  startApp,
  kept,
  userData,
}) => {
  const [good, wrong, missing] = ['good.json', 'wrong.json', 'missing.json'].map((name) => path.join(kept, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(good, JSON.stringify({ version: 1, merchants: [] }));
  writeFileSync(wrong, JSON.stringify({ version: 1, merchants: 'none' }));
  expect(await run(userData, missing)).toMatchObject({ code: 5, told: expect.stringContaining('ENOENT') });
  expect(await run(userData, good)).toMatchObject({ code: 0 });

  const app = await startApp();
  await firstWindow(app);
  expect(await run(userData, wrong)).toMatchObject({ code: 3, told: expect.stringContaining('merchants') });
  expect(await run(userData, good)).toMatchObject({ code: 0 });
  // Windows has no such signal.
  if (process.platform === 'win32') return;
  const main = app.process();
  const ended = once(main, 'exit');
  main.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
});

test('of many starts at once each gets the code of its own file, and one program applies them @thorough', async ({
  kept,
  userData,
}) => {
  const files = Array.from({ length: 8 }, (_, index) => {
    const file = path.join(kept, `seat-${index}.json`);
    writeFileSync(file, JSON.stringify({ version: 1, merchants: index % 2 === 0 ? [] : 'none' }));
    return file;
  });
  const ended = await Promise.all(files.map((file) => run(userData, file)));
  // A start that comes while the one that has the lock is closing is told to come again.
  for (const [index, { code }] of ended.entries()) expect([index % 2 === 0 ? 0 : 3, 8]).toContain(code);
  expect(ended.filter(({ code }) => code === 0).length).toBeGreaterThan(0);
  const again = files.filter((_, index) => ended[index]?.code === 8);
  for (const file of again) expect([0, 3]).toContain((await run(userData, file)).code);
  expect(existsSync(path.join(userData, 'handed-over')) ? readdirSync(path.join(userData, 'handed-over')) : []).toEqual(
    [],
  );
});

test('a data folder that can’t be written to stops the start with its reason, instead of ending without a word @thorough', async ({
  kept,
}) => {
  const file = path.join(kept, 'a file');
  writeFileSync(file, '');
  const ended = await run(path.join(file, 'seat'), path.join(kept, 'none.json'));
  expect(ended).toMatchObject({ code: 1, told: expect.stringContaining('Caja can’t work in') });
});

test('--version tells the console, and starts nothing', async ({ userData }) => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
  expect(await start(userData, '--version')).toEqual({ code: 0, told: `${version}\n` });
  expect(existsSync(path.join(userData, 'logs'))).toBe(false);
});

test('`npm start -- --help` tells the options of the program on the console, and needs no display', () => {
  const { DISPLAY: _display, ...env } = process.env;
  const started = spawnSync(process.execPath, ['build/run/start.ts', '--help'], { cwd: root, env, encoding: 'utf8' });
  const options = expect.stringMatching(/--provision <file>[\s\S]*--exit[\s\S]*--amount/);
  expect(started).toMatchObject({ status: 0, stdout: options });
});
