/**
 * Sets every fuse of Electron explicitly, with the newest @electron/fuses because electron-builder's copy knows fewer.
 */
import path from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion, type FuseV1Config } from '@electron/fuses';
import type { AfterPackContext } from 'electron-builder';

/** Strict: packing fails on a new fuse of a newer Electron until it is decided here. */
export const fuses = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  resetAdHocDarwinSignature: false,
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Electron's default: bounds checks of WebAssembly by the processor.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseV1Config;

/** Returns the program's executable in a packed folder. */
export function packedExecutable(folder: string, platform: string): string {
  if (platform === 'win32') return path.join(folder, 'Caja.exe');
  return platform === 'darwin' ? path.join(folder, 'Caja.app') : path.join(folder, 'caja');
}

/** electron-builder's hook after packing and before signing. */
export async function setFuses({ appOutDir, electronPlatformName }: AfterPackContext): Promise<void> {
  await flipFuses(packedExecutable(appOutDir, electronPlatformName), fuses);
}
