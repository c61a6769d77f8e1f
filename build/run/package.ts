/**
 * `npm run package`: packs the program and makes its installers. Electron is downloaded, unless a folder is given.
 * Exit codes: 1 packing failed, 2 unclear order, 3 no Electron.
 */
import { statSync } from 'node:fs';
import path from 'node:path';
import { Arch, build, Platform } from 'electron-builder';
import { buildAll, isBuildDue } from '#build/build-all.ts';
import { builderConfiguration } from '#build/electron-builder.ts';
import { readOrder, UnclearOrder, usage, type PackingOrder } from '#build/packing/order.ts';
import { megabytes } from '#build/packing/packed-folder.ts';
import { standInElectron } from '#build/packing/stand-in.ts';
import { root } from '#build/paths.ts';

function orderOrEnd(): PackingOrder {
  try {
    return readOrder(process.argv.slice(2), process);
  } catch (error) {
    if (!(error instanceof UnclearOrder)) throw error;
    console.error(`${error.message}\n${usage}`);
    process.exit(2);
  }
}

/** Electron's files for the packer; null to download them. */
function electronOf({ electron }: PackingOrder): Promise<string> | string | null {
  if (electron === 'stand-in') return standInElectron();
  return electron?.folder ?? null;
}

/** Returns the targets of each processor. One run makes them all, because it also lists them for the updates. */
function targetsByArch({ targets }: PackingOrder): Map<Arch, string[]> {
  const byArch = new Map<Arch, string[]>();
  for (const { target, archs } of targets) {
    for (const arch of archs) byArch.set(Arch[arch], [...(byArch.get(Arch[arch]) ?? []), target]);
  }
  return byArch;
}

const order = orderOrEnd();
if (await isBuildDue()) await buildAll();
const configuration = builderConfiguration(await electronOf(order));
let gettingElectron = false;
try {
  const files = await build({
    projectDir: root,
    targets: new Map([[Platform.fromString(order.system), targetsByArch(order)]]),
    // Files are put where programs look for updates by the release, once all of them are there.
    publish: 'never',
    config: {
      ...configuration,
      directories: { ...configuration.directories, output: order.output },
      beforePack: () => {
        gettingElectron = order.electron === null;
      },
      afterExtract: () => {
        gettingElectron = false;
      },
    },
  });
  for (const file of files) console.log(`${path.relative(root, file)} ${megabytes(statSync(file).size)}`);
  if (order.electron === 'stand-in') {
    console.log('Packed with the stand-in for Electron: for tests on this machine only.');
  }
} catch (error) {
  if (!gettingElectron) throw error;
  console.error(error instanceof Error ? error.message : error);
  console.error('Electron could not be had, so nothing was packed.');
  console.error('--electron FOLDER takes an unpacked one, and --electron stand-in packs for tests on this machine.');
  // At once: the packer's own clean-up at the end of a process sets an exit code of 0.
  process.exit(3);
}
