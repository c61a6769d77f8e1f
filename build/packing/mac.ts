/** macOS: one program for both processors, as a disk image, and as the zip that updates are made from. */
import path from 'node:path';
import type { Configuration } from 'electron-builder';
import { root } from '#build/paths.ts';

const entitlements = path.join(root, 'build/packing/entitlements.mac.plist');

/**
 * Signing takes its certificate from the environment (`CSC_LINK`, `CSC_KEY_PASSWORD`) or the keychain, and notarisation
 * its credentials (`APPLE_API_KEY` and others). Without a certificate the program keeps the ad-hoc signature that
 * setting the fuses gave it: it starts, once its quarantine is lifted by hand.
 */
export const mac = {
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
  },
} satisfies Configuration;
