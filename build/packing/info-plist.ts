/** Takes out of the macOS bundle's Info.plist what Electron and the packer allow every program. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Reasons that macOS would show in a dialog. The program asks for none of these devices. */
const deviceReasons =
  /<key>NS(?:Camera|Microphone|AudioCapture|Bluetooth\w*)UsageDescription<\/key>\s*<string>[^<]*<\/string>\s*/g;
/** Chromium and Node don't ask it; macOS's own loads, such as the updater's, keep TLS, and loopback stays an exception. */
const everyLoad = /(<key>NSAllowsArbitraryLoads<\/key>\s*)<true\s*\/>/g;

/** Works on the packer's text, because the packer sets NSAllowsArbitraryLoads after `extendInfo`. */
export async function tightenInfoPlist(appOutDir: string): Promise<void> {
  const file = path.join(appOutDir, 'Caja.app/Contents/Info.plist');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replaceAll(deviceReasons, '').replaceAll(everyLoad, '$1<false/>'));
}
