/** Which installation is updated how, and that no variable of the environment names a file to replace. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { installationKind, ownAppImage } from '#electron/updates/installation.ts';
import { temporaryFolder } from '#test/fixtures/world.ts';

function installed(platform: NodeJS.Platform, files: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'resources'));
  for (const file of files) writeFileSync(path.join(folder, file), 'deb\n');
  const program = { platform, env, name: 'Caja', execPath: path.join(folder, 'caja') };
  return installationKind({ ...program, resourcesPath: path.join(folder, 'resources') }, () => '');
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

/** As Linux has it for the image of the runtime that electron-builder uses, and for a program that such an image starts. */
const mountOf = (image: string): string =>
  [
    '22 27 0:21 / /proc rw,nosuid,nodev,noexec,relatime shared:12 - proc proc rw',
    '27 1 259:2 / / rw,relatime shared:1 - ext4 /dev/nvme0n1p2 rw',
    `912 27 0:61 / /tmp/.mount_Caja1x7Qe ro,nosuid,nodev,relatime shared:455 - fuse.${image} ${image} ro,user_id=1000,group_id=1000`,
  ].join('\n');
const inside = '/tmp/.mount_Caja1x7Qe/caja';

test.runIf(process.platform === 'linux')(
  'only the image that is mounted around the running program is replaced',
  () => {
    const folder = temporaryFolder();
    const [own, other] = ['Caja 1.0.AppImage', 'Editor.AppImage'].map((name) => path.join(folder, name)) as [
      string,
      string,
    ];
    for (const file of [own, other]) writeFileSync(file, 'image');
    const mounts = () => mountOf(String.raw`Caja\0401.0.AppImage`);
    const found = (file: string | undefined, execPath = inside) =>
      ownAppImage({ env: { APPIMAGE: file }, execPath }, mounts);
    expect(found(own)).toBe(own);
    // Another program's, which started this one, and a folder, a missing file and a relative name.
    expect(found(other)).toBe(null);
    expect(found(own, '/home/ana/caja/caja')).toBe(null);
    expect(found(own, '/tmp/.mount_Caja1x7QeX/caja')).toBe(null);
    expect(found(path.join(folder, 'gone/Caja 1.0.AppImage'))).toBe(null);
    expect(found('Caja 1.0.AppImage')).toBe(null);
    expect(found(undefined)).toBe(null);
    mkdirSync(path.join(folder, 'as-folder/Caja 1.0.AppImage'), { recursive: true });
    expect(found(path.join(folder, 'as-folder/Caja 1.0.AppImage'))).toBe(null);
  },
);
