/**
 * Linux: packages for Debian and Red Hat with what Electron needs. No AppImage: it can't open user namespaces for Chromium's
 * sandbox as the packages do, and electron-builder's `AppRun` starts the program without one where they are closed.
 */
import path from 'node:path';
import type { Configuration } from 'electron-builder';
import { root } from '#build/paths.ts';

/** Libraries of Electron that desktops may lack. Ubuntu 24.04 has the second sound library under another name. */
const debian = [
  'libgtk-3-0',
  'libnotify4',
  'libnss3',
  'libxss1',
  'libxtst6',
  'xdg-utils',
  'libatspi2.0-0',
  'libuuid1',
  'libsecret-1-0',
  'libgbm1',
  'libasound2t64 | libasound2',
];

/** The same for Fedora, or for openSUSE where it has other names. */
const redHat = [
  '(gtk3 or libgtk-3-0)',
  '(libnotify or libnotify4)',
  '(nss or mozilla-nss)',
  '(libXScrnSaver or libXss1)',
  '(libXtst or libXtst6)',
  'xdg-utils',
  '(at-spi2-core or libatspi0)',
  '(libuuid or libuuid1)',
  '(libsecret or libsecret-1-0)',
  '(mesa-libgbm or libgbm1)',
  '(alsa-lib or libasound2)',
];

export const linux = {
  linux: {
    target: [
      { target: 'deb', arch: ['x64', 'arm64'] },
      { target: 'rpm', arch: ['x64', 'arm64'] },
    ],
    // Here alone: for all systems it would name Caja.exe and Caja.app as well.
    executableName: 'caja',
    executableArgs: [],
    // The windows belong to the desktop entry of the same name, by `desktopName` in package.json.
    syncDesktopName: true,
    icon: path.join(root, 'build/icons/sizes'),
    category: 'Office',
    synopsis: 'Virtual terminal for keyed card payments',
  },
  deb: {
    depends: debian,
    recommends: [],
    packageCategory: 'misc',
    // fpm takes further files as `from=to`.
    fpm: [`${path.join(root, 'LICENSE')}=/usr/share/doc/caja/copyright`],
  },
  rpm: { depends: redHat },
} satisfies Configuration;
