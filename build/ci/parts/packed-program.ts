/** Where a packed or installed program lies, and copies of it for tests. */
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packedExecutable } from '#build/packing/fuses.ts';
import { packedResources } from '#build/packing/packed-folder.ts';
import { root } from '#build/paths.ts';

const unpacked: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: 'release/linux-unpacked',
  win32: 'release/win-unpacked',
  darwin: 'release/mac*',
};

/** Returns the folder that the packer left in `release/` for this system. */
export function packedFolder(platform: NodeJS.Platform = process.platform): string {
  const found = globSync(unpacked[platform] ?? 'release/none', { cwd: root }).find((folder) =>
    existsSync(executableIn(path.join(root, folder), platform)),
  );
  if (found === undefined) throw new Error('Nothing is packed for this system: npm run package');
  return path.join(root, found);
}

export function executableIn(folder: string, platform: NodeJS.Platform = process.platform): string {
  const packed = packedExecutable(folder, platform);
  return platform === 'darwin' ? path.join(packed, 'Contents/MacOS/Caja') : packed;
}

export const archiveIn = (folder: string, platform: NodeJS.Platform = process.platform): string =>
  path.join(packedResources(folder, platform), 'app.asar');

/** Copies a program into a new folder, with the links that bundles of macOS are made of. */
export function copyOf(folder: string): string {
  const copy = path.join(mkdtempSync(path.join(tmpdir(), 'caja-copy-')), 'program');
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/** Changes one digit of a file's hash in the archive's header, which stays readable. */
export function damageArchive(file: string): void {
  const bytes = readFileSync(file);
  const mark = '"hash":"';
  const at = bytes.indexOf(mark);
  if (at < 0) throw new Error('The archive has no hashes');
  const digit = at + mark.length;
  bytes[digit] = bytes[digit] === 0x30 ? 0x31 : 0x30;
  writeFileSync(file, bytes);
}
