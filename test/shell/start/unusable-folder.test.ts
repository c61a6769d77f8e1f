/** The data folder before anything in it is opened: what would hold the start up without a word is named. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { folderIssue } from '#electron/shell/start/unusable-folder.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

const onUnix = it.skipIf(process.platform === 'win32');

onUnix.each([
  ['journal.db-wal', (file: string) => void execFileSync('mkfifo', [file])],
  ['merchants.json', (file: string) => symlinkSync('/dev/zero', file)],
])('names %s where it is no file', (name, make) => {
  const folder = temporaryFolder();
  make(path.join(folder, name));
  expect(folderIssue(folder)).toBe(`${name} is a pipe or a device`);
});

onUnix('has nothing against files, folders, and links to nowhere', () => {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'logs'));
  writeFileSync(path.join(folder, 'seat.json'), '{}');
  symlinkSync('/nowhere', path.join(folder, 'SingletonSocket'));
  expect(folderIssue(folder)).toBeNull();
  expect(folderIssue(path.join(folder, 'seats/till'))).toBeNull();
});

it.runIf(process.platform === 'linux')('names a folder that can’t be made, below one that takes none', () => {
  expect(folderIssue('/proc/caja/till')).toContain('ENOENT');
});
