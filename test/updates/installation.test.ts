/** Which installation is updated how. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { installationKind } from '#electron/updates/install.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';

function installed(platform: NodeJS.Platform, files: readonly string[]) {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'resources'));
  for (const file of files) writeFileSync(path.join(folder, file), 'deb\n');
  const program = { platform, name: 'Caja', execPath: path.join(folder, 'caja') };
  return installationKind({ ...program, resourcesPath: path.join(folder, 'resources') });
}

test.each([
  ['linux', ['resources/package-type'], 'deb'],
  ['linux', [], 'not-installed'],
  ['win32', ['Uninstall Caja.exe'], 'exe'],
  ['win32', ['Uninstall Caja.exe', 'resources/all-users'], 'all-users'],
  ['win32', [], 'not-installed'],
  ['darwin', ['resources/package-type', 'Uninstall Caja.exe'], 'not-installed'],
] as const)('on %s a folder with %j is %s', (platform, files, kind) => {
  expect(installed(platform, files)).toBe(kind);
});
