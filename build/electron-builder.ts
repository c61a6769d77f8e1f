/** Configures the packer for the three systems. */
import type { Configuration } from 'electron-builder';
import { programId } from '#shared/program-id.ts';
import { afterPack } from './packing/after-pack.ts';
import { linux } from './packing/linux.ts';
import { macOf } from './packing/mac.ts';
import { windows } from './packing/windows.ts';

/** Where installed programs look for newer versions: `latest.yml` and its relatives, beside the installers. */
const defaultUpdates = 'https://github.com/caja-terminal/caja/releases/latest/download/';

/** @param electronDist a folder with an unpacked Electron, for machines that can't download it */
export function builderConfiguration(electronDist: string | null): Configuration {
  return {
    appId: programId,
    productName: 'Caja',
    copyright: 'Copyright © 2026 The Caja authors',
    directories: { output: 'release', buildResources: 'build/icons' },
    files: ['dist/**', '!dist/**/*.map', '!dist/legal', 'package.json', 'LICENSE', '!node_modules'],
    // Outside the archive, so that they can be read without the program.
    extraResources: [{ from: 'dist/legal', to: 'legal' }],
    extraMetadata: { dependencies: null, devDependencies: null, optionalDependencies: null, scripts: null },
    asar: true,
    // The bundles need no packages, so none are looked for or compiled.
    beforeBuild: () => Promise.resolve(false),
    // macOS and the packages for Linux. Windows has only what its installer registers.
    protocols: [{ name: 'Caja', schemes: ['caja'] }],
    afterPack,
    ...(electronDist === null ? {} : { electronDist }),
    ...windows,
    ...macOf(electronDist),
    ...linux,
    publish: [{ provider: 'generic', url: process.env['CAJA_UPDATES_URL'] ?? defaultUpdates }],
  };
}
