/** Unpacks the archive of a packed program, because Node reads none. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { extractAll, getRawHeader } from '@electron/asar';

const cache = path.resolve(import.meta.dirname, '../../.cache');

/** Returns a private folder with the archive's files: one for each content, and whole whenever it is there. */
export function unpackedArchive(archive: string): string {
  const { headerString } = getRawHeader(archive);
  const folder = path.join(cache, `program-${createHash('sha256').update(headerString).digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  const fresh = mkdtempSync(path.join(cache, 'program-unpacking-'));
  extractAll(archive, fresh);
  try {
    renameSync(fresh, folder);
  } catch {
    // Another process was faster. Its folder is the same.
    rmSync(fresh, { recursive: true });
  }
  return folder;
}
