/** Checks what holds of the program on every system, in the files that an installer laid down. */
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { extractFile, listPackage } from '@electron/asar';
import { FuseState, getCurrentFuseWire } from '@electron/fuses';
import { z } from 'zod';
import { damageArchive } from '#build/ci/parts/packed-program.ts';
import { fuses, packedExecutable } from '#build/packing/fuses.ts';
import { checkPackedFolder, packedResources } from '#build/packing/packed-folder.ts';
import { errorText } from '#shared/error-text.ts';
import { programId, toastActivator } from '#shared/program-id.ts';
import { bom, licenceTexts } from '#shared/seat/inside-packages.ts';
import { archiveFaults } from './archive-integrity.ts';
import type { Checks } from './checks.ts';

export interface InstalledProgram {
  /** The folder with the program, on macOS with its bundle. */
  readonly folder: string;
  /** As Node has it. */
  readonly platform: 'linux' | 'win32' | 'darwin';
  readonly version: string;
}

const archiveOf = ({ folder, platform }: InstalledProgram): string =>
  path.join(packedResources(folder, platform), 'app.asar');

export async function checkPackedProgram(checks: Checks, program: InstalledProgram): Promise<void> {
  const { folder, platform, version } = program;
  checks.equal('has its notices, within the limit of its size', sizeFault(program), null);
  checks.equal('lists the packages of others with their licences', unlicensed(program), []);
  const wire = new Map(Object.entries(await getCurrentFuseWire(packedExecutable(folder, platform))));
  const wrong = Object.entries(fuses).filter(([name, on]) => /^\d+$/.test(name) && wire.get(name) !== stateOf(on));
  checks.equal('has every fuse set', wrong, []);

  const archive = archiveOf(program);
  const { dependencies, scripts, ...manifest } = JSON.parse(extractFile(archive, 'package.json').toString()) as Record<
    string,
    unknown
  >;
  const { name, productName, desktopName } = manifest;
  checks.equal(
    'knows its version and its names',
    { name, productName, desktopName, version: manifest['version'], more: dependencies ?? scripts },
    { name: 'caja', productName: 'Caja', desktopName: 'caja.desktop', version },
  );
  const main = listPackage(archive, { isPack: false })
    .filter((file) => /^\/dist\/main\/.*\.js$/.test(file))
    .map((file) => extractFile(archive, file.slice(1)).toString())
    .join('\n');
  checks.that(
    'knows its id and the class of its notifications',
    main.includes(programId) && main.includes(toastActivator),
  );
}

const stateOf = (on: unknown): FuseState => (on === true ? FuseState.ENABLE : FuseState.DISABLE);

/** Returns what is wrong with the notices and the size, or null. */
function sizeFault({ folder, platform }: InstalledProgram): string | null {
  try {
    checkPackedFolder(folder, platform);
    return null;
  } catch (error) {
    return errorText(error);
  }
}

const bomSchema = z.object({ components: z.array(z.object({ name: z.string(), version: z.string() })).min(1) });

/** Returns the packages of the bill of materials whose licence is not among the texts. */
function unlicensed({ folder, platform }: InstalledProgram): string[] {
  const legal = path.join(packedResources(folder, platform), 'legal');
  const { components } = bomSchema.parse(JSON.parse(readFileSync(path.join(legal, bom), 'utf8')));
  const texts = readFileSync(path.join(legal, licenceTexts), 'utf8');
  return components.map(({ name, version }) => `${name} ${version}`).filter((line) => !texts.includes(`\n${line}\n`));
}

/**
 * Checks that the hash which Electron compares with the archive is the archive's, and would not be after one byte.
 * @param expected the hash that the built program carries
 * @param work a folder for changed copies
 */
export async function checkIntegrity(
  checks: Checks,
  program: InstalledProgram,
  expected: string | undefined,
  work: string,
): Promise<void> {
  const archive = archiveOf(program);
  checks.equal("carries the hash of its archive's header", archiveFaults(archive, expected), []);
  const folder = await mkdtemp(path.join(work, 'changed-'));
  const header = path.join(folder, 'header.asar');
  await cp(archive, header);
  damageArchive(header);
  checks.that('a byte changed in the header is noticed', archiveFaults(header, expected).includes('header'));
  const body = await readFile(archive);
  const last = body.length - 1;
  body.writeUInt8(body.readUInt8(last) ^ 1, last);
  const file = path.join(folder, 'file.asar');
  await writeFile(file, body);
  checks.equal('a byte changed in a file is noticed', archiveFaults(file, expected).length, 1);
}
