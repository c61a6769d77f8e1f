/**
 * Sets every fuse of Electron explicitly, with the newest @electron/fuses because electron-builder's copy knows fewer.
 */
import path from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion, type FuseV1Config } from '@electron/fuses';

/** Strict: packing fails on a new fuse of a newer Electron until it is decided here. */
export const fuses = {
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  [FuseV1Options.RunAsNode]: false,
  // The program has no cookies, and the key for them would make macOS ask for the keychain at the start.
  [FuseV1Options.EnableCookieEncryption]: false,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // Electron's default: bounds checks of WebAssembly by the processor.
  [FuseV1Options.WasmTrapHandlers]: true,
} as const satisfies FuseV1Config;

/** Returns what holds the fuses of a packed program: the executable, on macOS its bundle. */
export function packedExecutable(folder: string, platform: string): string {
  if (platform === 'win32') return path.join(folder, 'Caja.exe');
  return platform === 'darwin' ? path.join(folder, 'Caja.app') : path.join(folder, 'caja');
}

/**
 * Sets the fuses of a packed folder. On macOS it also signs ad hoc, because the change breaks the signature that
 * Electron comes with, and a processor of Apple ends a program whose signature is broken. A real signature comes later
 * and replaces it.
 */
export async function setFuses(folder: string, platform: string): Promise<void> {
  const resetAdHocDarwinSignature = platform === 'darwin' && process.platform === 'darwin';
  await flipFuses(packedExecutable(folder, platform), { ...fuses, resetAdHocDarwinSignature });
}
