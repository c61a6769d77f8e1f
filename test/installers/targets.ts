/** Every installer that can be built and tried on Debian, with the tools that it takes. */
import { parseArgs } from 'node:util';
import { errorText } from '#shared/error-text.ts';
import type { Checks } from './checks.ts';
import { tryFreshDebian } from './fresh-debian/fresh-debian-target.ts';
import { tryDeb } from './linux/deb.ts';
import { tryRpm } from './linux/rpm.ts';
import { tryMacZip } from './mac/mac-zip.ts';
import type { Tool } from './tools.ts';
import { tryNsis } from './windows/nsis.ts';
import { tryWindowsSignature } from './windows/signature.ts';
import { windowsTools } from './windows/windows-tools.ts';

export interface InstallerTarget {
  readonly name: string;
  readonly tools: readonly Tool[];
  /** True where a throw-away root is mounted. */
  readonly needsRoot: boolean;
  /** @param folder an empty folder for everything that is built */
  readonly attempt: (checks: Checks, folder: string) => Promise<void>;
}

const installerTargets: readonly InstallerTarget[] = [
  {
    name: 'deb',
    tools: ['dpkg-deb', 'lintian', 'desktop-file-validate', 'unshare'],
    needsRoot: true,
    attempt: tryDeb,
  },
  {
    name: 'fresh Debian',
    tools: ['apt-get', 'dpkg-deb', 'rpmbuild', 'mmdebstrap', 'unshare', 'nsenter', 'ip', 'Xvfb', 'xdotool'],
    needsRoot: true,
    attempt: tryFreshDebian,
  },
  {
    name: 'rpm',
    tools: ['rpmbuild', 'rpm', 'rpm2archive', 'desktop-file-validate', 'unshare'],
    needsRoot: true,
    attempt: tryRpm,
  },
  { name: 'NSIS', tools: windowsTools, needsRoot: false, attempt: tryNsis },
  {
    name: 'Windows signature',
    tools: [...windowsTools, 'osslsigncode', 'openssl'],
    needsRoot: false,
    attempt: tryWindowsSignature,
  },
  { name: 'macOS zip', tools: ['7za', 'unzip'], needsRoot: false, attempt: tryMacZip },
];

const flag = { type: 'boolean', default: false } as const;

/** Reads the arguments of `npm run test:installers`. @returns what is unclear, with the usage, as text */
export function readOrder(args: readonly string[]) {
  const known = installerTargets.map(({ name }) => name);
  const usage = `npm run test:installers -- [--require-all] [--keep] [TARGET]...\nTargets: ${known.join(', ')}`;
  try {
    const options = { 'require-all': flag, keep: flag } as const;
    const { values: flags, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    const unknown = positionals.filter((name) => !known.includes(name));
    if (unknown.length > 0) return `There is no target ${unknown.join(', ')}.\n${usage}`;
    const wanted = installerTargets.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
    return { flags, wanted };
  } catch (error) {
    return `${errorText(error)}\n${usage}`;
  }
}
