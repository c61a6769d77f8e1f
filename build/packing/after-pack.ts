/** electron-builder's hook after packing a folder and before signing it. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AfterPackContext } from 'electron-builder';
import { setFuses } from './fuses.ts';
import { checkPackedFolder, packedResources } from './packed-folder.ts';

/** Ends of the folders from which a universal macOS program is made. Only the result gets its fuses and its signature. */
const half = /-(?:x64|arm64)-temp$/;

export async function afterPack({ appOutDir, electronPlatformName }: AfterPackContext): Promise<void> {
  if (half.test(appOutDir)) return;
  console.log(checkPackedFolder(appOutDir, electronPlatformName));
  // The packer of deb and rpm leaves its name in the folder. A later zip would update itself as one of them.
  await rm(path.join(packedResources(appOutDir, electronPlatformName), 'package-type'), { force: true });
  if (electronPlatformName === 'darwin') await tightenInfoPlist(appOutDir);
  await setFuses(appOutDir, electronPlatformName);
}

/** Reasons that macOS would show in a dialog. The program asks for none of these devices. */
const deviceReasons =
  /<key>NS(?:Camera|Microphone|AudioCapture|Bluetooth\w*)UsageDescription<\/key>\s*<string>[^<]*<\/string>\s*/g;
/** Chromium and Node don't ask it; macOS's own loads, such as the updater's, keep TLS, and loopback stays an exception. */
const everyLoad = /(<key>NSAllowsArbitraryLoads<\/key>\s*)<true\s*\/>/g;

/**
 * Takes out of the macOS bundle's Info.plist what Electron and the packer allow every program. Works on the packer's text, because
 * the packer sets NSAllowsArbitraryLoads after `extendInfo`.
 */
async function tightenInfoPlist(appOutDir: string): Promise<void> {
  const file = path.join(appOutDir, 'Caja.app/Contents/Info.plist');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replaceAll(deviceReasons, '').replaceAll(everyLoad, '$1<false/>'));
}
