/** Checks a packed folder: its notices, and the size of our own part. */
import { existsSync, globSync, statSync } from 'node:fs';
import path from 'node:path';
import { bom, licenceTexts } from '#shared/seat/inside-packages.ts';

/** Bytes that the archive and the notices may have together. The bundles are loaded from it at each start. */
const ownLimit = 10_000_000;

/** Returns the folder of a packed program that holds the archive. */
export const packedResources = (folder: string, platform: string): string =>
  path.join(folder, platform === 'darwin' ? 'Caja.app/Contents/Resources' : 'resources');

/**
 * Returns a line about the size of our own part.
 * @throws when a notice is missing or the part has outgrown its limit
 */
export function checkPackedFolder(folder: string, platform: string, limit = ownLimit): string {
  const resources = packedResources(folder, platform);
  // Chromium's lie beside the program, on macOS inside its bundle.
  const chromium = path.join(platform === 'darwin' ? resources : folder, 'LICENSES.chromium.html');
  const notices = [...[bom, licenceTexts].map((name) => path.join(resources, 'legal', name)), chromium];
  const missing = notices.filter((file) => !existsSync(file));
  if (missing.length > 0) throw new Error(`The packed program lacks ${missing.join(', ')}`);

  const archive = sizeOf(path.join(resources, 'app.asar'));
  const legal = globSync('**/*', { cwd: path.join(resources, 'legal') })
    .map((name) => sizeOf(path.join(resources, 'legal', name)))
    .reduce((sum, size) => sum + size, 0);
  const line = `app.asar ${megabytes(archive)}, notices ${megabytes(legal)}, together at most ${megabytes(limit)}`;
  if (archive + legal > limit) throw new Error(`The program has outgrown its limit: ${line}`);
  return line;
}

const sizeOf = (file: string): number => statSync(file).size;

/** Returns a size in MB of 1,000,000 bytes. */
export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
