/** Reads the command line that Electron's executable gets from a shell or from Playwright. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

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
  /** True when `app.isPackaged` is, as in an installed program. `CAJA_HOST_PACKAGED=1` says so. */
  readonly packaged: boolean;
  readonly folder: string;
  readonly entry: string;
  readonly manifest: Manifest;
}

const debuggingPort = '--remote-debugging-port=0';

function readLaunch(argv: readonly string[]): Launch {
  const raw = argv.slice(2);
  const preloads: string[] = [];
  while (raw[0] === '-r' || raw[0] === '--require') preloads.push(...raw.splice(0, 2).slice(1));
  const driven = raw.includes(debuggingPort);
  const programArguments = driven ? raw.slice(raw.indexOf(debuggingPort) + 1) : raw;
  const target = path.resolve(programArguments.find((argument) => !argument.startsWith('-')) ?? '.');
  if (!existsSync(target)) {
    console.error(`Unable to find Electron app at ${target}`);
    process.exit(1);
  }
  const folder = statSync(target).isDirectory() ? target : path.dirname(target);
  const manifestFile = path.join(folder, 'package.json');
  const manifest = existsSync(manifestFile) ? (JSON.parse(readFileSync(manifestFile, 'utf8')) as Manifest) : {};
  return {
    executable: path.join(import.meta.dirname, 'electron'),
    rawArguments: raw,
    programArguments,
    preloads,
    driven,
    headed: !driven && Boolean(process.env['DISPLAY']),
    packaged: process.env['CAJA_HOST_PACKAGED'] === '1',
    folder,
    entry: folder === target ? path.join(folder, manifest.main ?? 'index.js') : target,
    manifest,
  };
}

export const launch: Launch = readLaunch(process.argv);
