/** Where a packed or installed program lies, and copies of it for tests. */
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import { packedExecutable } from '#build/packing/fuses.ts';
import { packedResources } from '#build/packing/packed-folder.ts';
import { root } from '#build/paths.ts';
import { runCommands, type Command } from './run-commands.ts';

const { platform } = process;
const unpacked: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: 'release/linux-unpacked',
  win32: 'release/win-unpacked',
  darwin: 'release/mac*',
};

/** Returns the folder that the packer left in `release/` for this system. */
export function packedFolder(): string {
  const found = globSync(unpacked[platform] ?? 'release/none', { cwd: root }).find((folder) =>
    existsSync(executableIn(path.join(root, folder))),
  );
  if (found === undefined) throw new Error('Nothing is packed for this system: npm run package');
  return path.join(root, found);
}

export function executableIn(folder: string): string {
  const packed = packedExecutable(folder, platform);
  return platform === 'darwin' ? path.join(packed, 'Contents/MacOS/Caja') : packed;
}

export const archiveIn = (folder: string): string => path.join(packedResources(folder, platform), 'app.asar');

/** Copies a program into a new folder, with the links that bundles of macOS are made of. */
export function copyOf(folder: string): string {
  const copy = path.join(mkdtempSync(path.join(tmpdir(), 'caja-copy-')), 'program');
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

/**
 * Signs a changed bundle of macOS ad hoc, and nothing elsewhere. By hand, because @electron/fuses keeps the flag of the hardened
 * runtime, under which a program that was signed for release loads none of its own libraries any more.
 */
export const adHocSignature = (system: NodeJS.Platform, bundle: string): readonly Command[] =>
  system === 'darwin'
    ? [['codesign', '--force', '--deep', '--sign', '-', '--preserve-metadata=entitlements', bundle]]
    : [];

/** Opens Node's inspector in a copy, through which Playwright attaches. */
export async function openInspector(copy: string): Promise<void> {
  const packed = packedExecutable(copy, platform);
  await flipFuses(packed, { version: FuseVersion.V1, [FuseV1Options.EnableNodeCliInspectArguments]: true });
  runCommands(adHocSignature(platform, packed));
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
