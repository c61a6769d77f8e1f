/** Files that a provisioning file names: read whole, refused when they are no file, too large, or would make the program wait. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { readGivenFile } from '#electron/shell/start/read-given-file.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

const largest = 2 * 1024 * 1024;

it('a file is read whole, through a link too', async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, 'seats.json');
  const text = 'ñ'.repeat(100_000);
  writeFileSync(file, text);
  symlinkSync(file, path.join(folder, 'link.json'));
  for (const name of ['seats.json', 'link.json']) {
    expect(Buffer.from(await readGivenFile(path.join(folder, name))).toString('utf8')).toBe(text);
  }
  writeFileSync(file, '');
  expect(await readGivenFile(file)).toHaveLength(0);
});

it('a file is bounded', async () => {
  const file = path.join(temporaryFolder(), 'seats.json');
  writeFileSync(file, '');
  truncateSync(file, largest);
  expect(await readGivenFile(file)).toHaveLength(largest);
  truncateSync(file, largest + 1);
  await expect(readGivenFile(file)).rejects.toMatchObject({ code: 'TOO_LARGE' });
});

it('what is no file is refused', async () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'folder'));
  await expect(readGivenFile(path.join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(readGivenFile(path.join(folder, 'folder'))).rejects.toMatchObject({ code: expect.any(String) });
});

it.runIf(process.platform !== 'win32')('a pipe and a device without an end hold nothing up', async () => {
  const pipe = path.join(temporaryFolder(), 'pipe');
  expect(spawnSync('sh', ['-c', 'mkfifo "$0"', pipe]).status).toBe(0);
  await expect(readGivenFile(pipe)).rejects.toMatchObject({ code: 'NOT_A_FILE' });
  await expect(readGivenFile('/dev/zero')).rejects.toMatchObject({ code: 'NOT_A_FILE' });
});
