/** Reads the command line that Electron's executable gets from a shell or from Playwright. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Archive from './archive.ts';

interface Manifest {
  readonly name?: string;
  readonly productName?: string;
  readonly version?: string;
  readonly main?: string;
}

export interface Launch {
  readonly executable: string;
  /** The unchanged arguments, without `-r FILE`. */
  readonly rawArguments: readonly string[];
  /** The arguments that the program sees, from its own folder on. */
  readonly programArguments: readonly string[];
  /** Playwright's loader. It is passed only when Playwright picks the executable itself. */
  readonly preloads: readonly string[];
  /** True when Playwright drives. It then needs a debugging port and decides when `ready` fires. */
  readonly driven: boolean;
  /** True when windows are shown on a display. */
  readonly headed: boolean;
  /**
   * True when `app.isPackaged` is, as in an installed program. `CAJA_HOST_PACKAGED=1` says so, and so does an archive.
   */
  readonly packaged: boolean;
  readonly folder: string;
  readonly entry: string;
  readonly manifest: Manifest;
  /** `process.resourcesPath`. */
  readonly resources: string;
}

/** Switches that Electron appends in every browser process before any script runs: `shell/app/electron_main_delegate.cc`. */
export const ownSwitches: readonly string[] = [
  '--allow-file-access-from-files',
  ...(process.platform === 'darwin' ? ['--enable-avfoundation'] : []),
];

const debuggingPort = '--remote-debugging-port=0';

/** What a packed program's executable names: its resources, with the archive in a folder for Node. */
interface Packed {
  readonly resources: string;
  readonly folder: string;
}

function readPacked(): Packed | null {
  const resources = process.env['CAJA_HOST_RESOURCES'];
  if (resources === undefined) return null;
  // Not for the program and what it starts.
  delete process.env['CAJA_HOST_RESOURCES'];
  // Only here, because it takes a while to load, and at once, because Playwright asks for Electron's module as soon as it may.
  const { unpackedArchive } = createRequire(import.meta.url)('./archive.ts') as typeof Archive;
  const place = process.env['CAJA_HOST_UNPACKED'] ?? resources;
  return { resources, folder: unpackedArchive(path.join(resources, 'app.asar'), place) };
}

function readLaunch(argv: readonly string[], packed: Packed | null): Launch {
  const raw = argv.slice(2);
  const preloads: string[] = [];
  while (raw[0] === '-r' || raw[0] === '--require') preloads.push(...raw.splice(0, 2).slice(1));
  const driven = raw.includes(debuggingPort);
  const programArguments = driven ? raw.slice(raw.indexOf(debuggingPort) + 1) : raw;
  const target = packed?.folder ?? path.resolve(programArguments.find((argument) => !argument.startsWith('-')) ?? '.');
  if (!existsSync(target)) {
    console.error(`Unable to find Electron app at ${target}`);
    process.exit(1);
  }
  const folder = statSync(target).isDirectory() ? target : path.dirname(target);
  const manifestFile = path.join(folder, 'package.json');
  const manifest = existsSync(manifestFile) ? (JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest) : {};
  return {
    executable: packed ? path.join(packed.resources, '../caja') : path.join(import.meta.dirname, 'electron'),
    rawArguments: raw,
    programArguments,
    preloads,
    driven,
    headed: !driven && Boolean(process.env['DISPLAY']),
    packaged: packed !== null || process.env['CAJA_HOST_PACKAGED'] === '1',
    folder,
    entry: folder === target ? path.join(folder, manifest.main ?? 'index.js') : target,
    manifest,
    resources: packed?.resources ?? path.join(import.meta.dirname, 'resources'),
  };
}

export const launch: Launch = readLaunch(process.argv, readPacked());
