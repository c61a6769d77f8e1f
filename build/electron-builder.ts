/** Packs the program for the three systems, with every fuse set explicitly. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Configuration } from 'electron-builder';
import { hasElectronBinary } from './electron-target.ts';
import { setFuses } from './fuses.ts';
import { root } from './paths.ts';

/** @param electronDist a folder with an unpacked Electron, for machines that can't download it */
export function builderConfiguration(electronDist: string | null): Configuration {
  return {
    appId: 'com.caja.terminal',
    productName: 'Caja',
    executableName: 'caja',
    copyright: 'Copyright © 2026 The Caja authors',
    directories: { output: 'release', buildResources: 'build/icons' },
    // Nothing of node_modules is shipped because all code is bundled.
    files: ['dist/**', '!dist/**/*.map', '!dist/legal', 'package.json', 'LICENSE', '!node_modules'],
    // Outside the archive, so that they can be read without the program.
    extraResources: [{ from: 'dist/legal', to: 'legal' }],
    extraMetadata: { dependencies: {}, devDependencies: {}, optionalDependencies: {}, scripts: {} },
    asar: true,
    npmRebuild: false,
    icon: path.join(root, 'build/icons/icon.png'),
    afterPack: setFuses,
    ...(electronDist === null ? {} : { electronDist }),
    win: { target: [{ target: 'nsis', arch: ['x64', 'arm64'] }] },
    nsis: {
      oneClick: false,
      perMachine: false,
      allowToChangeInstallationDirectory: true,
      deleteAppDataOnUninstall: false,
    },
    mac: {
      target: [{ target: 'dmg', arch: ['x64', 'arm64'] }],
      category: 'public.app-category.finance',
      hardenedRuntime: true,
      gatekeeperAssess: false,
      entitlements: path.join(root, 'build/entitlements.mac.plist'),
      entitlementsInherit: path.join(root, 'build/entitlements.mac.plist'),
    },
    linux: {
      target: [
        { target: 'AppImage', arch: ['x64', 'arm64'] },
        { target: 'deb', arch: ['x64', 'arm64'] },
      ],
      category: 'Office',
      synopsis: 'Virtual terminal for keyed card payments',
      maintainer: 'The Caja authors',
    },
    deb: { depends: ['libnss3', 'libsecret-1-0', 'libgtk-3-0', 'libnotify4', 'libxtst6'] },
    publish: null,
  };
}

/**
 * Returns the folder used instead of a download: `CAJA_ELECTRON_DIST` or the given one; null where Electron itself is
 * available.
 */
export function electronDistOf(standIn: string): string | null {
  const named = process.env['CAJA_ELECTRON_DIST'];
  if (named !== undefined && existsSync(named)) return named;
  return hasElectronBinary() ? null : standIn;
}
