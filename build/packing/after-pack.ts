/** electron-builder's hook after packing a folder and before signing it. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { AfterPackContext } from 'electron-builder';
import { setFuses } from './fuses.ts';
import { tightenInfoPlist } from './info-plist.ts';
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
