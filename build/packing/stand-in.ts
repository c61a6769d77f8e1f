/** The stand-in for Electron as a folder that the packer takes for Electron's own. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root, standInFolder } from '#build/paths.ts';

/**
 * Starts the stand-in of this checkout with the archive beside it, and carries a fuse wire like Electron's: sentinel,
 * version 1, nine fuses.
 */
const executable = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
CAJA_HOST_RESOURCES="$here/resources" exec '${path.join(standInFolder, 'electron').replaceAll("'", String.raw`'\''`)}' "$@"
# dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009101001011
`;

/** Makes the folder anew and returns it. */
export async function standInElectron(): Promise<string> {
  const folder = path.join(root, '.cache/electron-stand-in');
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, 'resources'), { recursive: true });
  await writeFile(path.join(folder, 'electron'), executable, { mode: 0o755 });
  await writeFile(path.join(folder, 'LICENSE'), 'Here is no Electron.\n');
  await writeFile(path.join(folder, 'LICENSES.chromium.html'), 'Here is no Chromium.\n');
  return folder;
}
