/** Builds the zip for macOS and reads the bundle in it. Nothing of it runs here. */
import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Arch, Platform } from 'electron-builder';
import { programId } from '#shared/program-id.ts';
import { buildInstallers, builtFile } from '../build-installers.ts';
import type { Checks } from '../checks.ts';
import { runChecked } from '../command.ts';
import { checkIntegrity, checkPackedProgram } from '../packed-program.ts';
import { findTool } from '../tools.ts';
import { makeMacElectron } from './mac-electron.ts';

export async function tryMacZip(checks: Checks, folder: string): Promise<void> {
  process.env['ELECTRON_BUILDER_7ZIP_PATH'] = findTool('7za') ?? '7za';
  const built = await buildInstallers({
    platform: Platform.MAC,
    targets: ['zip'],
    // Joining two processors' programs into one takes a tool of macOS.
    archs: [Arch.arm64],
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

  const program = { folder: unpacked, platform: 'darwin', version: '1.0.0' } as const;
  await checkPackedProgram(checks, program);
  const hash = /<key>Resources\/app\.asar<\/key>[^]*?<key>hash<\/key>\s*<string>(\w+)<\/string>/.exec(plist)?.[1];
  await checkIntegrity(checks, program, hash, folder);
  const icons = await readdir(path.join(contents, 'Resources'));
  const spanish = await readFile(path.join(contents, 'Resources/es.lproj/InfoPlist.strings'), 'utf8');
  checks.that('asks for the local network in Spanish too', spanish.includes('NSLocalNetworkUsageDescription'), spanish);
  checks.equal(
    'brings its icon and no other',
    icons.filter((name) => name.endsWith('.icns')),
    ['icon.icns'],
  );

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
  checks.equal('has its own id', value('CFBundleIdentifier'), programId);
  checks.equal('has a program of its name', value('CFBundleExecutable'), 'Caja');
  checks.equal('names its version', value('CFBundleShortVersionString'), '1.0.0');
  checks.equal('names its category', value('LSApplicationCategoryType'), 'public.app-category.finance');
  const loose = /<key>NSAllowsArbitraryLoads<\/key>\s*<true\s*\/>/.test(plist);
  checks.that("doesn't allow every connection", !loose, plist);
  checks.that(
    'asks for the local network in words',
    value('NSLocalNetworkUsageDescription')?.startsWith('Caja ') === true,
  );
  checks.that('asks for neither camera nor microphone', !/NSCamera|NSMicrophone/.test(plist), plist);
}
