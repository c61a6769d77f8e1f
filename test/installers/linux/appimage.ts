/** Builds the AppImage with a stand-in for its runtime, unpacks it and starts it. */
import { chmod, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Platform } from 'electron-builder';
import { buildInstallers, builtFile } from '../build-installers.ts';
import type { Checks } from '../checks.ts';
import { runChecked, runCommand } from '../command.ts';
import { checkPackedProgram } from '../packed-program.ts';
import { findTool } from '../tools.ts';
import { entryField, missingIcons } from './desktop-entry.ts';
import { makeLinuxElectron, startedLine } from './electron-folder.ts';

/** Bytes before the file system in the built file. */
const runtimeSize = 4096;

/**
 * Stands for the AppImage runtime, which mounts the file system behind it: unpacks it instead and starts it. A script
 * because it takes no FUSE and no compiler; its end is never reached.
 */
const runtime = `#!/bin/sh
file=$(readlink -f "$0")
unpacked=$(mktemp -d)
unsquashfs -quiet -no-progress -offset ${runtimeSize} -dest "$unpacked/app" "$file" >&2
APPIMAGE="$file" APPDIR="$unpacked/app" "$unpacked/app/AppRun" "$@"
code=$?
rm -rf "$unpacked"
exit $code
`;

/** The folder that electron-builder would download. */
async function makeAppImageTools(folder: string): Promise<string> {
  await mkdir(path.join(folder, 'runtimes'), { recursive: true });
  await mkdir(path.join(folder, 'lib/x64'), { recursive: true });
  await writeFile(path.join(folder, 'runtimes/runtime-x64'), runtime.padEnd(runtimeSize, '\n'));
  for (const tool of ['mksquashfs', 'desktop-file-validate'] as const) {
    await symlink(findTool(tool) ?? tool, path.join(folder, tool));
  }
  return folder;
}

export async function tryAppImage(checks: Checks, folder: string): Promise<void> {
  process.env['APPIMAGE_TOOLS_PATH'] = await makeAppImageTools(path.join(folder, 'tools'));
  const electron = await makeLinuxElectron(path.join(folder, 'electron'));
  const output = path.join(folder, 'built');
  const built = await buildInstallers({
    platform: Platform.LINUX,
    targets: ['AppImage'],
    version: '1.0.0',
    electron,
    output,
  });
  const image = builtFile(built, '.AppImage');
  await chmod(image, 0o755);
  const unpacked = path.join(folder, 'unpacked');
  await runChecked('unsquashfs', ['-quiet', '-no-progress', '-offset', `${runtimeSize}`, '-dest', unpacked, image]);
  const desktopFile = path.join(unpacked, 'caja.desktop');
  const valid = await runCommand('desktop-file-validate', [desktopFile]);
  checks.that('has a valid desktop entry', valid.code === 0, valid.output);
  const entry = await readFile(desktopFile, 'utf8');
  checks.equal('is started without --no-sandbox', entryField(entry, 'Exec'), 'AppRun %U');
  checks.that(
    'offers itself for caja:// links',
    entryField(entry, 'MimeType').includes('x-scheme-handler/caja;'),
    entry,
  );
  const started = await runCommand(image, ['--flag', 'a b']);
  checks.that('starts with its arguments', started.output.endsWith(startedLine('--flag a b')), started.output);
  const files = await readdir(unpacked, { recursive: true });
  checks.equal('brings an icon of every size', missingIcons(files.join('\n')), []);
  await checkPackedProgram(checks, { folder: unpacked, platform: 'linux', version: '1.0.0' });
}
