/** Reads from an archive what Electron compares at the start: the hash of its header, and in it the hash of each file. */
import { createHash } from 'node:crypto';
import { extractFile, getRawHeader, listPackage, statFile } from '@electron/asar';

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** Returns the hash that Info.plist on macOS and the INTEGRITY resource on Windows carry. */
export const headerHash = (archive: string): string => sha256(getRawHeader(archive).headerString);

/**
 * Returns what Electron would refuse: `header` when its hash is not the expected one, and the paths of files that are
 * not what the header says.
 */
export function archiveFaults(archive: string, expected: string | undefined): string[] {
  const files = listPackage(archive, { isPack: false }).map((name) => name.slice(1));
  const changed = files.filter((name) => {
    const entry = statFile(archive, name);
    return 'integrity' in entry && sha256(extractFile(archive, name)) !== entry.integrity.hash;
  });
  return [...(headerHash(archive) === expected ? [] : ['header']), ...changed];
}
