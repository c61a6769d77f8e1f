/** Writes a file whose bytes are made at once, as those of a PDF are. */
import { writeFile } from 'node:fs/promises';
import { writeDurably } from '#electron/documents/durable-file.ts';

/** Replaces the name and not the file behind it, which may have another name. Rejects with errors of the file system. */
export const writeBytes = (file: string, bytes: Uint8Array): Promise<void> =>
  writeDurably(file, (partial) => writeFile(partial, bytes, { mode: 0o600 }));
