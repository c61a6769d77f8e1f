/** Reads a file that a provisioning file names, or one of those itself: a whole file of bounded size, and nothing that can wait. */
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Most bytes. Two hundred merchants with long texts take a quarter of it. */
const largest = 2 * 1024 * 1024;

/** Rejects with the system's code, or with `NOT_A_FILE` or `TOO_LARGE`. */
export async function readGivenFile(name: string): Promise<Uint8Array> {
  // A pipe would wait for somebody to write to it. Windows has no such flag.
  const flags = constants.O_RDONLY | ((constants.O_NONBLOCK as number | undefined) ?? 0);
  const file = await open(name, flags);
  try {
    if (!(await file.stat()).isFile()) throw coded('NOT_A_FILE');
    const bytes = Buffer.alloc(largest + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length);
      length += bytesRead;
      if (length > largest) throw coded('TOO_LARGE');
      if (bytesRead === 0) return bytes.subarray(0, length);
    }
  } finally {
    await file.close();
  }
}

const coded = (code: string): Error => Object.assign(new Error(code), { code });
