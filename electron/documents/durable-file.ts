/** Writes files that survive a power cut: flushes the bytes, renames atomically, and flushes the folder too. */
import { open, rename } from 'node:fs/promises';
import path from 'node:path';

/** Resolves when the file's bytes are on the disk. Rejects with errors of the file system. */
async function flushFile(file: string): Promise<void> {
  // Opened for writing, because Windows flushes nothing through a read-only handle.
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Resolves when the folder's names are on the disk. */
export async function flushFolder(folder: string): Promise<void> {
  // Windows can't flush a folder through a handle; NTFS journals the names itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Moves a complete file over another in the same folder, durably. */
export async function putInPlace(whole: string, file: string): Promise<void> {
  await flushFile(whole);
  await rename(whole, file);
  await flushFolder(path.dirname(file));
}
