/** Configures the packer for the three systems. */
import type { Configuration } from 'electron-builder';
import { programId } from '#shared/program-id.ts';
import { afterPack } from './packing/after-pack.ts';
import { linux } from './packing/linux.ts';
import { mac } from './packing/mac.ts';
import { publisherOf } from './packing/publisher.ts';
import { windows } from './packing/windows.ts';

/**
 * @param electronDist a folder with an unpacked Electron, for machines that can't download it
 * @param env variables that name the publisher
 */
export function builderConfiguration(electronDist: string | null, env: NodeJS.ProcessEnv = process.env): Configuration {
  const { homepage, maintainer, updates } = publisherOf(env);
  return {
    appId: programId,
    productName: 'Caja',
    copyright: 'Copyright © 2026 The Caja authors',
    directories: { output: 'release', buildResources: 'build/icons' },
    files: ['dist/**', '!dist/**/*.map', '!dist/legal', 'package.json', 'LICENSE', '!node_modules'],
    // Outside the archive, so that they can be read without the program.
    extraResources: [{ from: 'dist/legal', to: 'legal' }],
    extraMetadata: { homepage, dependencies: null, devDependencies: null, optionalDependencies: null, scripts: null },
    asar: true,
    // The bundles need no packages, so none are looked for or compiled.
    beforeBuild: () => Promise.resolve(false),
    // macOS and the packages for Linux. Windows has only what its installer registers.
    protocols: [{ name: 'Caja', schemes: ['caja'] }],
    afterPack,
    ...(electronDist === null ? {} : { electronDist }),
    ...windows,
    ...mac,
    ...linux,
    linux: { ...linux.linux, maintainer },
    // An empty address keeps the lists of updates, and a program that takes them from its company's folder alone.
    publish: [{ provider: 'generic', url: updates ?? '' }],
  };
}
