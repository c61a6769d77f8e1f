/** Configures the packer for the three systems. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Configuration } from 'electron-builder';
import { root } from './paths.ts';
import { programId } from '#shared/program-id.ts';
import { afterPack } from './packing/after-pack.ts';
import { linux } from './packing/linux.ts';
import { macOf } from './packing/mac.ts';
import { publisherOf } from './packing/publisher.ts';
import { numbersOf, packageVersion } from './packing/version.ts';
import { windows } from './packing/windows.ts';
import { notesOf, withoutMarks } from './updates/release-notes.ts';

interface Packed {
  /** Else that of `package.json`. */
  readonly version?: string;
  /** Variables that name the publisher. */
  readonly env?: NodeJS.ProcessEnv;
}

/** @param electronDist a folder with an unpacked Electron, for machines that can't download it */
export function builderConfiguration(
  electronDist: string | null,
  { version = packageVersion(), env = process.env }: Packed = {},
): Configuration {
  const { homepage, maintainer, updates } = publisherOf(env, version);
  return {
    appId: programId,
    productName: 'Caja',
    copyright: 'Copyright © 2026 The Caja authors',
    directories: { output: 'release', buildResources: 'build/icons' },
    files: ['dist/**', '!dist/**/*.map', '!dist/legal', 'package.json', 'LICENSE', '!node_modules'],
    // Outside the archive, so that they can be read without the program.
    extraResources: [{ from: 'dist/legal', to: 'legal' }],
    extraMetadata: {
      version,
      homepage,
      dependencies: null,
      devDependencies: null,
      optionalDependencies: null,
      scripts: null,
      imports: null,
      engines: null,
      allowScripts: null,
    },
    asar: true,
    // The bundles need no packages, so none are looked for or compiled.
    beforeBuild: () => Promise.resolve(false),
    // macOS and the packages for Linux. Windows has only what its installer registers.
    protocols: [{ name: 'Caja', schemes: ['caja'] }],
    afterPack,
    ...(electronDist === null ? {} : { electronDist }),
    ...windows,
    ...linux,
    // For Windows and macOS. deb and rpm have a `~` in place of the hyphen, which sorts a candidate before its version.
    buildVersion: numbersOf(version),
    mac: { ...macOf(electronDist).mac, bundleShortVersion: numbersOf(version) },
    // All versions have the same lists. A candidate's would be `rc.yml`, for which no seat asks.
    detectUpdateChannel: false,
    releaseInfo: { releaseNotes: listedNotes(version) },
    linux: { ...linux.linux, maintainer },
    // An empty address keeps the lists of updates, and a program that takes them from its company's folder alone.
    publish: [{ provider: 'generic', url: updates ?? '' }],
  };
}

/** Returns what is new, as seats show it; empty for a version that the changelog does not have. */
const listedNotes = (version: string): string =>
  withoutMarks(notesOf(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version) ?? '');
