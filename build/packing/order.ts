/** Reads the arguments of `npm run package`. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '#build/paths.ts';

/** Systems, by the names that Node has for them. */
type System = 'linux' | 'win32' | 'darwin';

/** Processors that a target is made for, unless others are asked for. `dir` is for this machine's own. */
const targets = {
  nsis: { system: 'win32', archs: ['x64', 'arm64'] },
  msi: { system: 'win32', archs: ['x64'] },
  dmg: { system: 'darwin', archs: ['universal'] },
  zip: { system: 'darwin', archs: ['universal'] },
  deb: { system: 'linux', archs: ['x64', 'arm64'] },
  rpm: { system: 'linux', archs: ['x64', 'arm64'] },
} as const;
type Target = keyof typeof targets;

const archs = ['x64', 'arm64', 'universal'] as const;
type PackedArch = (typeof archs)[number];

/** The files that Electron's download has, by system. */
const electronFiles: Readonly<Record<System, string>> = {
  linux: 'electron',
  win32: 'electron.exe',
  darwin: 'Electron.app',
};

export interface PackingOrder {
  readonly system: System;
  /** Targets with the processors of each. */
  readonly targets: readonly { readonly target: Target | 'dir'; readonly archs: readonly PackedArch[] }[];
  /** An unpacked Electron; null to download it. */
  readonly electron: 'stand-in' | { readonly folder: string } | null;
  /** The folder that receives what is made. */
  readonly output: string;
}

/** An order that can't be carried out. Its message is for whoever gave it. */
export class UnclearOrder extends Error {}

export const usage: string = [
  `npm run package -- [--target ${[...Object.keys(targets), 'dir'].join('|')}]... [--arch ${archs.join('|')}]...`,
  '                   [--electron FOLDER|stand-in] [--output FOLDER]',
].join('\n');

/** @param here the system and the processor of this machine */
export function readOrder(args: readonly string[], here: { platform: string; arch: string }): PackingOrder {
  const { target, arch, electron, output } = parse(args);
  const own = (Object.keys(electronFiles) as System[]).find((system) => system === here.platform);
  const ofThisSystem = (Object.keys(targets) as Target[]).filter((each) => targets[each].system === own);
  const wanted = (target ?? ofThisSystem).map((name) => {
    if (name === 'dir') return { target: name, system: own, archs: [here.arch] } as const;
    const known = (Object.keys(targets) as Target[]).find((each) => each === name);
    if (known === undefined) throw new UnclearOrder(`There is no target ${name}.`);
    return { target: known, ...targets[known] };
  });
  const system = wanted[0]?.system;
  if (system === undefined) throw new UnclearOrder(`Nothing is packed for ${here.platform}.`);
  if (wanted.some((each) => each.system !== system)) throw new UnclearOrder('One system at a time.');
  const made = wanted.map((each) => ({
    target: each.target,
    archs: (arch ?? each.archs).map((name) => archOf(name, each)),
  }));
  const from = electron === undefined ? null : electronOf(electron, system);
  const [first, ...others] = new Set(made.flatMap(({ archs }) => archs));
  if (typeof from === 'object' && from !== null && (others.length > 0 || first === 'universal')) {
    throw new UnclearOrder('A folder holds Electron for one processor: say with --arch which one.');
  }
  return { system, targets: made, electron: from, output: path.resolve(root, output ?? 'release') };
}

interface Given {
  readonly target?: readonly string[];
  readonly arch?: readonly string[];
  readonly electron?: string;
  readonly output?: string;
}

function parse(args: readonly string[]): Given {
  const options = {
    target: { type: 'string', multiple: true },
    arch: { type: 'string', multiple: true },
    electron: { type: 'string' },
    output: { type: 'string' },
  } as const;
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new UnclearOrder((error as Error).message);
  }
}

function archOf(name: string, { target, system }: { target: string; system: System | undefined }): PackedArch {
  const known = archs.find((each) => each === name);
  // WiX knows no ARM, and only macOS has programs for two processors.
  const possible = target === 'msi' ? known === 'x64' : known !== 'universal' || system === 'darwin';
  if (known === undefined || !possible) throw new UnclearOrder(`${target} is not made for ${name}.`);
  return known;
}

function electronOf(given: string, system: System): PackingOrder['electron'] {
  if (given === 'stand-in') {
    if (system !== 'linux') throw new UnclearOrder('The stand-in for Electron runs on Linux alone.');
    return 'stand-in';
  }
  const folder = path.resolve(given);
  if (!existsSync(path.join(folder, electronFiles[system]))) {
    throw new UnclearOrder(`${given} holds no ${electronFiles[system]}, so it is no Electron for this system.`);
  }
  return { folder };
}
