/** What `npm run package` takes from its command line, and what it refuses to pack. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readOrder, UnclearOrder } from '#build/packing/order.ts';
import { checkPackedFolder } from '#build/packing/packed-folder.ts';
import { root } from '#build/paths.ts';
import { folderOfTests } from '#test/fixtures/temporary-folder.ts';

const folder = folderOfTests();
const here = { platform: 'linux', arch: 'x64' };

describe('the order', () => {
  test('is every installer of this system, with a downloaded Electron, if nothing is said', () => {
    expect(readOrder([], { platform: 'win32', arch: 'x64' })).toEqual({
      system: 'win32',
      targets: [
        { target: 'nsis', archs: ['x64', 'arm64'] },
        { target: 'msi', archs: ['x64'] },
      ],
      electron: null,
      output: path.join(root, 'release'),
    });
    expect(readOrder([], { platform: 'darwin', arch: 'arm64' }).targets).toEqual([
      { target: 'dmg', archs: ['universal'] },
      { target: 'zip', archs: ['universal'] },
    ]);
  });

  test('takes targets, processors and an unpacked Electron', () => {
    writeFileSync(path.join(folder, 'electron'), '');
    expect(
      readOrder(
        ['--target', 'deb', '--target', 'rpm', '--arch', 'arm64', '--electron', folder, '--output', folder],
        here,
      ),
    ).toEqual({
      system: 'linux',
      targets: [
        { target: 'deb', archs: ['arm64'] },
        { target: 'rpm', archs: ['arm64'] },
      ],
      electron: { folder },
      output: folder,
    });
    expect(readOrder(['--target', 'dir', '--electron', 'stand-in'], here)).toMatchObject({
      targets: [{ target: 'dir', archs: ['x64'] }],
      electron: 'stand-in',
    });
  });

  test.each([
    ['an unknown target', ['--target', 'snap'], 'There is no target snap.'],
    ['an unknown option', ['--sign'], '--sign'],
    ['two systems', ['--target', 'nsis', '--target', 'deb'], 'One system at a time.'],
    [
      'a processor that the target has no form for',
      ['--target', 'msi', '--arch', 'arm64'],
      'msi is not made for arm64.',
    ],
    ['one program for two processors off macOS', ['--target', 'deb', '--arch', 'universal'], 'not made for universal'],
    ['the stand-in in an installer that can’t run it', ['--target', 'nsis', '--electron', 'stand-in'], 'Linux alone'],
    ['a folder without Electron', ['--target', 'nsis', '--electron', folder], 'holds no electron.exe'],
    ['one Electron for two processors', ['--target', 'deb', '--electron', folder], 'for one processor'],
  ])('is refused with %s', (_what, args, words) => {
    expect(() => readOrder(args, here)).toThrow(UnclearOrder);
    expect(() => readOrder(args, here)).toThrow(words);
  });
});

test('a packed folder lacks no notice, and our own part stays within its limit', () => {
  const resources = path.join(folder, 'resources');
  mkdirSync(path.join(resources, 'legal'), { recursive: true });
  writeFileSync(path.join(resources, 'app.asar'), 'x'.repeat(900_000));
  writeFileSync(path.join(resources, 'legal/sbom.cdx.json'), 'x'.repeat(60_000));
  writeFileSync(path.join(folder, 'LICENSES.chromium.html'), '');
  expect(() => checkPackedFolder(folder, 'linux')).toThrow('third-party-licences.txt');
  writeFileSync(path.join(resources, 'legal/third-party-licences.txt'), 'x'.repeat(60_000));
  expect(checkPackedFolder(folder, 'linux', 1_020_000)).toBe(
    'app.asar 0.9 MB, notices 0.1 MB, together at most 1.0 MB',
  );
  expect(() => checkPackedFolder(folder, 'linux', 1_019_999)).toThrow('outgrown');
});
