/**
 * Keeps deeds until the ledger has them, one flushed file each in the data folder. A file that was being written when the
 * power went is torn and has another ending, so the others are whole.
 */
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DeedSpool, KeptDeed } from '#electron/core/ports/audit.ts';
import type { ReportBug } from '#electron/core/ports/host.ts';
import { NewerDocument } from '#electron/core/ports/stored-documents.ts';
import { deedDocument } from '#electron/documents/deed-document.ts';
import { putInPlace } from '#electron/documents/durable-file.ts';
import { changeDocument, fileContent, readDocument } from '#electron/documents/versioned-document.ts';

export interface DeedSpoolParts {
  /** Absolute path. Created for the first deed. */
  readonly folder: string;
  readonly reportBug: ReportBug;
}

const ending = '.json';

export function openDeedSpool({ folder, reportBug }: DeedSpoolParts): DeedSpool {
  const fileOf = (id: string): string => path.join(folder, `${id}${ending}`);

  /** Returns null for an unreadable file, which stays, because it may be the only trace of a deed. */
  async function read(file: string): Promise<KeptDeed | null> {
    try {
      const found = readDocument(deedDocument, await readFile(file, 'utf8'));
      if (found.kind === 'read') return found.document.content;
      reportBug(new NewerDocument(file));
    } catch (error) {
      reportBug(new Error(`The deed in ${file} can't be read.`, { cause: error }));
    }
    return null;
  }

  return {
    async keep(deed) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const partial = `${fileOf(deed.id)}.partial`;
      const content = fileContent(deedDocument, changeDocument(deedDocument, deed, null));
      try {
        await writeFile(partial, JSON.stringify(content), { mode: 0o600 });
        await putInPlace(partial, fileOf(deed.id));
      } finally {
        await rm(partial, { force: true });
      }
    },
    async all() {
      const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return [];
        throw error;
      });
      const deeds: KeptDeed[] = [];
      for (const name of names.filter((each) => each.endsWith(ending)).toSorted()) {
        const deed = await read(path.join(folder, name));
        if (deed !== null) deeds.push(deed);
      }
      return deeds;
    },
    forget: (id) => rm(fileOf(id), { force: true }),
  };
}
