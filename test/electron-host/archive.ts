/** Unpacks the archive of a packed program, because Node reads none. */
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { extractAll, getRawHeader } from '@electron/asar';

/** Returns a private folder beside the archive with its files: one for each content, and whole whenever it is there. */
export function unpackedArchive(archive: string): string {
  const { headerString } = getRawHeader(archive);
  const folder = `${archive}.${createHash('sha256').update(headerString).digest('hex').slice(0, 16)}`;
  if (existsSync(folder)) return folder;
  const fresh = mkdtempSync(`${archive}.unpacking-`);
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
