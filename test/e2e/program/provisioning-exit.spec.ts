/** Exit codes of `--provision FILE --exit`, alone and beside a running program. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { executableOf } from '#build/electron-target.ts';
import { root } from '#build/paths.ts';
import { expect, firstWindow, target, test } from '#test/e2e/stage/fixture.ts';

const run = (userData: string, file: string): Promise<{ code: number | null; told: string }> =>
  new Promise((resolve) => {
    const args = [root, `--user-data-dir=${userData}`, '--lang=en', '--provision', file, '--exit'];
    const child = spawn(executableOf(target), args);
    let told = '';
    for (const output of [child.stdout, child.stderr]) output.on('data', (data: Buffer) => (told += data.toString()));
    child.once('close', (code) => resolve({ code, told }));
  });

test('a script learns from the exit code what became of its file, also beside a running program', async ({
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
});
