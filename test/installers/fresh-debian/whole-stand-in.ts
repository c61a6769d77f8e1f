/** The stand-in for Electron as a folder with everything that Electron has inside: Node, Chromium and its own code. */
import { copyFile, cp, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root, standInFolder } from '#build/paths.ts';
import { fuseWire } from '../electron-fuses.ts';
import { makeChromium } from './debian-chromium.ts';
import type { FreshDebian } from './fresh-debian.ts';

/** Starts the stand-in inside the packed folder, which the user can't write to. */
const executable = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export CAJA_CHROMIUM="$here/chromium/start" CAJA_HOST_RESOURCES="$here/resources"
export CAJA_HOST_UNPACKED="\${XDG_CACHE_HOME:-$HOME/.cache}/caja-stand-in"
exec "$here/stand-in/test/electron-host/electron" "$@"
# ${fuseWire}
`;

/** Copies a package of this checkout with everything that it depends on. */
async function copyPackage(name: string, folder: string, done = new Set<string>()): Promise<void> {
  if (done.has(name)) return;
  done.add(name);
  const from = path.join(root, 'node_modules', name);
  await cp(await realpath(from), path.join(folder, name), { recursive: true });
  const { dependencies = {} } = JSON.parse(await readFile(path.join(from, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const needed of Object.keys(dependencies)) await copyPackage(needed, folder, done);
}

/** Makes the folder, of the name and the files that the packer expects of Electron's. */
export async function makeWholeStandIn(debian: FreshDebian, folder: string): Promise<string> {
  const standIn = path.join(folder, 'stand-in');
  const packages = path.join(standIn, 'node_modules');
  await mkdir(path.join(folder, 'resources'), { recursive: true });
  await mkdir(path.join(packages, '.bin'), { recursive: true });
  await writeFile(path.join(folder, 'electron'), executable, { mode: 0o755 });
  await writeFile(path.join(folder, 'chrome-sandbox'), '#!/bin/sh\n', { mode: 0o755 });
  for (const file of ['LICENSE', 'LICENSES.chromium.html']) await writeFile(path.join(folder, file), '');
  await cp(standInFolder, path.join(standIn, path.relative(root, standInFolder)), { recursive: true });
  await writeFile(path.join(standIn, 'package.json'), '{ "type": "module" }\n');
  await copyFile(await realpath(process.execPath), path.join(packages, '.bin/node'));
  await copyPackage('@electron/asar', packages);
  await makeChromium(debian, path.join(folder, 'chromium'));
  return folder;
}
