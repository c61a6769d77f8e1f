/** `npm run package`: packs the program for this system. Without Electron's binary it packs a folder that can't run. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, Platform } from 'electron-builder';
import { buildAll, isBuildDue } from '#build/build-all.ts';
import { builderConfiguration, electronDistOf } from '#build/electron-builder.ts';
import { root } from '#build/paths.ts';
import { requireNode } from './node-version.ts';

requireNode();
const { values } = parseArgs({ options: { dir: { type: 'boolean', default: false } } });

/** Explains itself when run. Carries a fuse wire like Electron's, so that setting the fuses is tested here too. */
const executableWithFuses = (): string =>
  [
    '#!/bin/sh',
    'echo "This folder was packed without Electron." >&2',
    'exit 1',
    `# dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009101001011`,
    '',
  ].join('\n');

/**
 * Makes a folder with the files that the packer expects. No program runs from it; only the packed archive is useful.
 */
async function makeElectronFolder(): Promise<string> {
  const folder = path.join(root, '.cache/electron-folder');
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, 'resources'), { recursive: true });
  await writeFile(path.join(folder, 'electron'), executableWithFuses(), { mode: 0o755 });
  await writeFile(path.join(folder, 'version'), 'without Electron');
  await writeFile(path.join(folder, 'LICENSE'), '');
  await writeFile(path.join(folder, 'LICENSES.chromium.html'), '');
  return folder;
}

if (await isBuildDue()) await buildAll();
const electronDist = electronDistOf(await makeElectronFolder());
if (electronDist !== null) {
  console.log(
    'Electron is not here: packs a folder without it, to look into; installers are made where it can be downloaded.',
  );
}
const platform = Platform.current();
const packages = await build({
  projectDir: root,
  targets: electronDist !== null || values.dir ? platform.createTarget('dir') : platform.createTarget(),
  config: builderConfiguration(electronDist),
});
console.log(packages.length > 0 ? packages.join('\n') : `Packed into ${path.join(root, 'release')}`);
