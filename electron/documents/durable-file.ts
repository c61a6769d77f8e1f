/** Files that are there after a power cut: their bytes are flushed, they take their name at once, and the folder is flushed too. */
import { open, rename } from 'node:fs/promises';
import path from 'node:path';

/** Resolves when the file's bytes are on the disk. Errors of the file system pass. */
export async function flushFile(file: string): Promise<void> {
  // For writing, since Windows flushes nothing through a handle that only reads.
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Resolves when the names in the folder are on the disk. */
export async function flushFolder(folder: string): Promise<void> {
  // Windows has no handle of a folder to flush; NTFS keeps a journal of the names itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives a file that is whole its name, in the same folder, in place of what has the name now. */
export async function putInPlace(whole: string, file: string): Promise<void> {
  await flushFile(whole);
  await rename(whole, file);
  await flushFolder(path.dirname(file));
}
