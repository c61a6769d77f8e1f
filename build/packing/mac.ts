/** macOS: one program for both processors, as a disk image, and as the zip that updates are made from. */
import path from 'node:path';
import type { Configuration } from 'electron-builder';
import { root } from '#build/paths.ts';

const entitlements = path.join(root, 'build/packing/entitlements.mac.plist');

/** The notices beside Electron's bundle, with their names in ours. The packer takes them along from a download alone. */
const notices = { LICENSE: 'LICENSE.electron.txt', 'LICENSES.chromium.html': 'LICENSES.chromium.html' };

/**
 * Signing takes its certificate from the environment (`CSC_LINK`, `CSC_KEY_PASSWORD`) or the keychain, and notarisation
 * its credentials (`APPLE_API_KEY` and others). Without a certificate the program keeps the ad-hoc signature that
 * setting the fuses gave it: it starts, once its quarantine is lifted by hand.
 * @param electron a folder with an unpacked Electron; null when it is downloaded
 */
export const macOf = (electron: string | null): Configuration => ({
  mac: {
    target: [
      { target: 'dmg', arch: ['universal'] },
      { target: 'zip', arch: ['universal'] },
    ],
    icon: path.join(root, 'build/icons/icon.icns'),
    category: 'public.app-category.finance',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements,
    entitlementsInherit: entitlements,
    // Without it macOS refuses every server in the local network, and nobody can allow it.
    extendInfo: {
      NSLocalNetworkUsageDescription:
        'Caja connects to servers of your company in this network, such as the payment database.',
    },
    extraResources: [
      { from: path.join(root, 'build/packing/es.strings'), to: 'es.lproj/InfoPlist.strings' },
      ...(electron === null
        ? []
        : Object.entries(notices).map(([name, to]) => ({ from: path.join(path.resolve(electron), name), to }))),
    ],
  },
});
