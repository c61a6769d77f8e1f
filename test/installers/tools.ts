/** The programs that building and trying the installers takes, with the Debian packages that bring them. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const packages = {
  'apt-get': 'apt',
  'dpkg-deb': 'dpkg',
  rpmbuild: 'rpm',
  rpm: 'rpm',
  rpm2archive: 'rpm',
  lintian: 'lintian',
  'desktop-file-validate': 'desktop-file-utils',
  '7za': 'p7zip-full',
  '7z': 'p7zip-full',
  unzip: 'unzip',
  makensis: 'nsis',
  'x86_64-w64-mingw32-gcc': 'gcc-mingw-w64-x86-64',
  'x86_64-w64-mingw32-windres': 'binutils-mingw-w64-x86-64',
  // The second brings the 64-bit loader that the first one starts.
  wine: 'wine wine64',
  osslsigncode: 'osslsigncode',
  openssl: 'openssl',
  unshare: 'util-linux',
  nsenter: 'util-linux',
  ip: 'iproute2',
  Xvfb: 'xvfb',
  xdotool: 'xdotool',
  // The second brings the keys that the first one checks Debian's packages with.
  mmdebstrap: 'mmdebstrap debian-archive-keyring',
} as const;

export type Tool = keyof typeof packages;

/** Installs everything that the trials take. */
export const installCommand = `apt-get install -y --no-install-recommends ${[...new Set(Object.values(packages))].join(' ')}`;

/** Returns the path of a program of PATH, or null. */
export function findTool(tool: Tool): string | null {
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    const file = path.join(folder, tool);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Another folder of PATH may have it.
    }
  }
  return null;
}

/** Returns the tools that are missing, each with its Debian package. */
export const missingTools = (tools: readonly Tool[]): string[] =>
  tools.filter((tool) => findTool(tool) === null).map((tool) => `${tool} (Debian package ${packages[tool]})`);
