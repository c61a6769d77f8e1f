/** A small disk of its own for a seat, where this account may mount one. Elsewhere the seat's process plays the full disk. */
import { execFile, execFileSync } from 'node:child_process';
import { statfs } from 'node:fs/promises';
import { promisify } from 'node:util';

export interface SmallDisk {
  /** Leaves no further byte. */
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): Promise<void>;
}

const room = '2g';

/** @param folder existing and empty. @returns null where nothing can be mounted */
export async function mountSmallDisk(folder: string): Promise<SmallDisk | null> {
  const run = promisify(execFile);
  const resize = (size: string): Promise<unknown> => run('mount', ['-o', `remount,size=${size}`, folder]);
  try {
    if (process.platform !== 'linux' || process.getuid?.() !== 0) return null;
    await run('mount', ['-t', 'tmpfs', '-o', `size=${room},mode=755`, 'caja-soak', folder]);
  } catch {
    return null;
  }
  const unmount = (): void => void execFileSync('umount', ['-l', folder]);
  process.once('exit', unmount);
  return {
    async fill() {
      // It may grow meanwhile, and a size below what is used is refused.
      for (let tries = 0; tries < 100; tries++) {
        const { blocks, bfree, bsize } = await statfs(folder);
        const done = await resize(String(Math.max(1, blocks - bfree) * bsize)).then(
          () => true,
          () => false,
        );
        if (done) return;
      }
    },
    async free() {
      await resize(room);
    },
    remove() {
      process.off('exit', unmount);
      return Promise.resolve(unmount());
    },
  };
}
