/** What the stand-in was asked to run, read from the arguments that Electron's executable gets from a shell or from Playwright. */
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
  /** All arguments as they came, without `-r FILE`. */
  readonly rawArguments: readonly string[];
  /** What the program sees after its executable: from the program's folder on. */
  readonly programArguments: readonly string[];
  /** Playwright's own loader, which it adds when it is not told the executable. */
  readonly preloads: readonly string[];
  /** Whether Playwright drives: it wants a debugging port, and tells when to fire `ready`. */
  readonly driven: boolean;
  /** Whether a window is shown on a display. */
  readonly headed: boolean;
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
    folder,
    entry: folder === target ? path.join(folder, manifest.main ?? 'index.js') : target,
    manifest,
  };
}

export const launch: Launch = readLaunch(process.argv);
