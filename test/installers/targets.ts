/** Every installer that can be built and tried on Debian, with the tools that it takes. */
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

export const installerTargets: readonly InstallerTarget[] = [
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
