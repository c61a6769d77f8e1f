/** Compiles what stands for Electron, for NSIS's plugins and for programs of Windows that wine lacks. */
import { chmod, cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runChecked } from '../command.ts';
import { fuseWireInC } from '../electron-fuses.ts';
import { findTool, type Tool } from '../tools.ts';
import { machines, machineOffset } from './windows-program.ts';

const sources = import.meta.dirname;

export const windowsTools = [
  'makensis',
  '7za',
  '7z',
  'wine',
  'x86_64-w64-mingw32-gcc',
  'x86_64-w64-mingw32-windres',
] as const satisfies readonly Tool[];

const compile = (args: readonly string[]): Promise<string> =>
  runChecked('x86_64-w64-mingw32-gcc', ['-Os', '-s', '-Wall', '-Werror', ...args]);

export const compileProgram = (name: string, file: string, ...more: readonly string[]): Promise<string> =>
  compile([path.join(sources, 'programs', `${name}.c`), ...more, '-o', file]);

/** The folders that stand for Electron's downloads, by processor. */
export type WindowsElectron = Readonly<Record<keyof typeof machines, string>>;

/** Compiles the one for x64. Debian has no compiler for the other, so that one is only marked as such. */
export async function makeWindowsElectron(folder: string): Promise<WindowsElectron> {
  const electron = { x64: path.join(folder, 'x64'), arm64: path.join(folder, 'arm64') };
  await compileElectron(electron.x64);
  await cp(electron.x64, electron.arm64, { recursive: true });
  const file = path.join(electron.arm64, 'electron.exe');
  const program = await readFile(file);
  program.writeUInt16LE(machines.arm64, machineOffset(program));
  await writeFile(file, program);
  return electron;
}

async function compileElectron(folder: string): Promise<void> {
  await mkdir(path.join(folder, 'resources'), { recursive: true });
  const resources = path.join(folder, 'resources/electron.o');
  await runChecked('x86_64-w64-mingw32-windres', [path.join(sources, 'programs/electron.rc'), resources]);
  await compileProgram('electron', path.join(folder, 'electron.exe'), resources, `-DFUSE_WIRE=${fuseWireInC}`);
  for (const file of ['LICENSE', 'LICENSES.chromium.html']) await writeFile(path.join(folder, file), '');
  await writeFile(path.join(folder, 'version'), 'stand-in');
}

/**
 * Debian's compiler of NSIS, made to write a 64-bit installer, because wine64 alone can't start the 32-bit one that is
 * shipped. The plugins are called the same in both.
 */
const makensis = `#!/bin/sh
export NSISDIR=/usr/share/nsis
sed 's#x86-unicode#amd64-unicode#g' | exec ${findTool('makensis') ?? 'makensis'} '-XTarget amd64-unicode' "$@"
`;

const plugins = ['Nsis7z', 'SpiderBanner', 'StdUtils', 'UAC', 'WinShell', 'nsProcess'];

/** Makes the folders that electron-builder would download and names them in the environment. */
export async function makeNsisTools(folder: string): Promise<void> {
  const compiler = path.join(folder, 'nsis');
  const resources = path.join(folder, 'resources');
  const shipped = path.join(resources, 'plugins/x86-unicode');
  const tried = path.join(resources, 'plugins/amd64-unicode');
  for (const made of [compiler, shipped, tried]) await mkdir(made, { recursive: true });
  await writeFile(path.join(compiler, 'makensis'), makensis, { mode: 0o755 });
  await compileProgram('elevate', path.join(compiler, 'elevate.exe'));
  for (const name of plugins) {
    const source = path.join(sources, 'plugins', `${name}.c`);
    await compile(['-shared', '-static-libgcc', source, '-o', path.join(tried, `${name}.dll`), '-lshell32']);
  }
  process.env['ELECTRON_BUILDER_NSIS_DIR'] = compiler;
  process.env['ELECTRON_BUILDER_NSIS_RESOURCES_DIR'] = resources;
  process.env['ELECTRON_BUILDER_7ZIP_PATH'] = findTool('7za') ?? '7za';
}

/** Writes the script by which the stand-in for Nsis7z unpacks, and returns its path. */
export async function makeUnpackScript(folder: string): Promise<string> {
  const file = path.join(folder, 'unpack');
  const lines = [
    '#!/bin/sh',
    `${findTool('7za') ?? '7za'} x -y -bd "-o$2" "$1" >/dev/null`,
    // Renamed when it is whole, because it is waited for.
    'echo $? > "$1.part"',
    'mv "$1.part" "$1.done"',
    '',
  ];
  await writeFile(file, lines.join('\n'));
  await chmod(file, 0o755);
  return file;
}
