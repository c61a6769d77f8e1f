/** Builds the zip for macOS and reads the bundle in it. Nothing of it runs here. */
import { createHash } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { getRawHeader } from '@electron/asar';
import { getCurrentFuseWire } from '@electron/fuses';
import { Arch, Platform } from 'electron-builder';
import { fuses } from '#build/packing/fuses.ts';
import { buildInstallers, builtFile } from '../build-installers.ts';
import type { Checks } from '../checks.ts';
import { runChecked } from '../command.ts';
import { findTool } from '../tools.ts';
import { makeMacElectron } from './mac-electron.ts';

export async function tryMacZip(checks: Checks, folder: string): Promise<void> {
  process.env['ELECTRON_BUILDER_7ZIP_PATH'] = findTool('7za') ?? '7za';
  const built = await buildInstallers({
    platform: Platform.MAC,
    targets: ['zip'],
    // Joining two processors' programs into one takes a tool of macOS.
    arch: Arch.arm64,
    version: '1.0.0',
    electron: await makeMacElectron(path.join(folder, 'electron')),
    output: path.join(folder, 'built'),
  });
  const unpacked = path.join(folder, 'unpacked');
  await runChecked('unzip', ['-q', builtFile(built, '.zip'), '-d', unpacked]);
  const bundle = path.join(unpacked, 'Caja.app');
  const contents = path.join(bundle, 'Contents');
  const plist = await readFile(path.join(contents, 'Info.plist'), 'utf8');
  checkInfoPlist(checks, plist);

  const archive = path.join(contents, 'Resources/app.asar');
  const hash = createHash('sha256').update(getRawHeader(archive).headerString).digest('hex');
  const integrity = /<key>Resources\/app\.asar<\/key>[^]*?<key>hash<\/key>\s*<string>(\w+)<\/string>/.exec(plist)?.[1];
  checks.equal("carries the hash of its archive's header", integrity, hash);

  const wire = (await getCurrentFuseWire(bundle)) as unknown as Readonly<Record<string, number>>;
  const states = Object.entries(fuses).filter(([name]) => /^\d+$/.test(name));
  // The wire has the characters 0 and 1.
  const wrong = states.filter(([name, on]) => wire[name] !== (on ? '1' : '0').charCodeAt(0));
  checks.equal('has every fuse set', wrong, []);

  const frameworks = path.join(contents, 'Frameworks');
  const link = await lstat(path.join(frameworks, 'Electron Framework.framework/Versions/Current'));
  checks.that('keeps the links of frameworks', link.isSymbolicLink());
  const helper = await lstat(path.join(frameworks, 'Caja Helper (Renderer).app/Contents/MacOS/Caja Helper (Renderer)'));
  checks.that('renames its helpers and keeps them executable', (helper.mode & 0o111) !== 0);
}

function checkInfoPlist(checks: Checks, plist: string): void {
  const schemes = /<key>CFBundleURLSchemes<\/key>\s*<array>([^]*?)<\/array>/.exec(plist)?.[1] ?? '';
  checks.equal('is registered for caja:// links', schemes.trim(), '<string>caja</string>');
  const value = (key: string): string | undefined =>
    new RegExp(`<key>${key}</key>\\s*<string>([^<]*)</string>`).exec(plist)?.[1];
  checks.equal('names its version', value('CFBundleShortVersionString'), '1.0.0');
  checks.equal('names its category', value('LSApplicationCategoryType'), 'public.app-category.finance');
  const loose = /<key>NSAllowsArbitraryLoads<\/key>\s*<true\s*\/>/.test(plist);
  checks.that("doesn't allow every connection", !loose, plist);
  checks.that('asks for neither camera nor microphone', !/NSCamera|NSMicrophone/.test(plist), plist);
}
