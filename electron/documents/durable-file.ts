/** Writes files that survive a power cut: flushes the bytes, renames atomically, and flushes the folder too. */
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ReportBug } from '#electron/core/ports/host.ts';

/** Resolves when the bytes of a file, or the names in a folder, are on the disk. Rejects with errors of the file system. */
async function flush(place: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(place, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Resolves when the folder's names are on the disk. */
export async function flushFolder(folder: string): Promise<void> {
  // Windows can't flush a folder through a handle; NTFS journals the names itself.
  if (process.platform !== 'win32') await flush(folder, 'r');
}

/** Moves a complete file over another in the same folder, durably. */
export async function putInPlace(whole: string, file: string): Promise<void> {
  // Opened for writing, because Windows flushes nothing through a read-only handle.
  await flush(whole, 'r+');
  await rename(whole, file);
  await flushFolder(path.dirname(file));
}

/** Replaces a temporary file's name in an error by that of the file it was for, because nobody knows the former. Returns the error. */
export function namingOnly(file: string, temporary: string, error: unknown): unknown {
  if (error instanceof Error) error.message = error.message.replaceAll(temporary, file);
  return error;
}

/**
 * Writes a file that appears under its name once it is complete and on the disk. After a failure all is as it was.
 * @param write is given another path in the same folder
 */
export async function writeDurably<Value>(file: string, write: (partial: string) => Promise<Value>): Promise<Value> {
  const partial = `${file}.${randomUUID()}.partial`;
  try {
    const value = await write(partial);
    await putInPlace(partial, file);
    return value;
  } catch (error) {
    await rm(partial, { force: true });
    throw namingOnly(file, partial, error);
  }
}

/** Names of documents that a program was writing here, or in electron-store, when it was killed. */
const unfinished = /^[a-z]+\.json\.(?:[\da-f-]{36}\.partial|tmp-\w{16})$/;

/** Removes what writes of ended programs have left in the data folder. Call it before this one writes. */
export function removeUnfinished(folder: string, reportBug: ReportBug): void {
  for (const name of readdirSync(folder).filter((each) => unfinished.test(each)))
    rm(path.join(folder, name), { force: true, recursive: true }).catch(reportBug);
}

export type Reserve = ReturnType<typeof openReserve>;

/** Enough for some hundred answers, in bytes. */
const size = 4 * 1024 * 1024;

/**
 * Keeps room on the disk for the answers to payments under way. A full disk gives it up, and nothing begins until it is back.
 * @param file absolute path, in an existing folder
 */
export function openReserve(file: string) {
  const found = statSync(file, { throwIfNoEntry: false });
  // In blocks of 512 bytes, because a file with holes has the size without the room.
  let isHeld = found?.size === size && found.blocks * 512 >= size;

  /** Gives the room to whoever writes next. */
  function free(): void {
    isHeld = false;
    rmSync(file, { force: true, recursive: true });
  }

  return {
    /** Returns whether the room is held. Takes it again where the disk has room again. */
    held(): boolean {
      if (isHeld && existsSync(file)) return true;
      try {
        // Remove whatever somebody put in its place.
        free();
        // Random, because file systems may store zeros without taking the room.
        writeFileSync(file, randomBytes(size), { mode: 0o600 });
        isHeld = true;
      } catch {
        free();
      }
      return isHeld;
    },
    free,
  };
}
