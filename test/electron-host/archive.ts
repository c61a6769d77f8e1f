/** Unpacks the archive of a packed program, because Node reads none. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { extractAll, getRawHeader } from '@electron/asar';

/** Returns a private folder in a place with the archive's files: one for each content, and whole whenever it is there. */
export function unpackedArchive(archive: string, place: string): string {
  const { headerString } = getRawHeader(archive);
  const base = path.join(place, path.basename(archive));
  const folder = `${base}.${createHash('sha256').update(headerString).digest('hex').slice(0, 16)}`;
  if (existsSync(folder)) return folder;
  mkdirSync(place, { recursive: true });
  const fresh = mkdtempSync(`${base}.unpacking-`);
  extractAll(archive, fresh);
  try {
    renameSync(fresh, folder);
  } catch (error) {
    rmSync(fresh, { recursive: true });
    // Another process may have been faster. Its folder is the same.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}
