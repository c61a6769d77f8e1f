/** A versioned document on disk, written whole and atomically. A file that can't be read is kept and said, never overwritten. */
import { NewerDocument, type KeptDocumentStore, type UnreadDocument } from '#electron/core/ports/stored-documents.ts';
import { copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { changeDocument, fileContent, latestVersion, readDocument } from './versioned-document.ts';
import type { DocumentDefinition, KnownDocument } from './versioned-document.ts';

/** The part of electron-store (and of `conf` beneath it) that is used: it writes atomically. */
interface JsonFile {
  store: Record<string, unknown>;
}

interface JsonFileOptions {
  readonly name: string;
  readonly cwd: string;
  /** A file that does not parse is ours to keep, not the library's to empty. */
  readonly clearInvalidConfig: false;
  readonly configFileMode: number;
}

type OpenJsonFile = (options: JsonFileOptions) => JsonFile;

/** Where the documents of a seat are. */
export interface DocumentPlace {
  readonly open: OpenJsonFile;
  /** Absolute. */
  readonly folder: string;
  readonly now: () => Date;
}

export function openDocument<Content>(
  { open, folder, now }: DocumentPlace,
  definition: DocumentDefinition<Content>,
): KeptDocumentStore<Content> {
  const { name } = definition;
  const path = join(folder, `${name}.json`);
  let known: KnownDocument<Content> | null = null;
  let unread: UnreadDocument | null = null;

  /** A name beside the file that nothing has yet. */
  function beside(word: string): string {
    const stem = join(folder, `${name}.${word}-${now().toISOString().replaceAll(/[:.]/g, '-')}`);
    for (let count = 1; ; count++) {
      const free = count === 1 ? `${stem}.json` : `${stem}-${count}.json`;
      if (!existsSync(free)) return free;
    }
  }

  function moveAside(): void {
    const kept = beside('damaged');
    try {
      renameSync(path, kept);
      unread = { reason: 'damaged', file: kept };
    } catch {
      // The folder can't be written either: the file stays where it is, and so does what is in it.
      unread = { reason: 'damaged', file: path };
    }
  }

  function load(): void {
    if (!existsSync(path)) return;
    try {
      const read = readDocument(definition, readFileSync(path, 'utf8'));
      if (read.kind === 'newer') unread = { reason: 'newer', file: path };
      else known = read.document;
    } catch {
      if (definition.damaged === 'stays') unread = { reason: 'damaged', file: path };
      else moveAside();
    }
  }
  load();

  return {
    get unread() {
      return unread;
    },
    read: () => known?.content ?? null,
    write(content) {
      if (unread?.reason === 'newer') throw new NewerDocument(path);
      const next = changeDocument(definition, content, known);
      if (unread?.file === path) moveAside();
      if (unread?.file === path) throw new Error(`${path} can't be read and can't be moved aside`);
      // An older program can go on with the copy.
      if (known !== null && known.version < latestVersion(definition)) {
        copyFileSync(path, beside(`version-${known.version}`));
      }
      open({ name, cwd: folder, clearInvalidConfig: false, configFileMode: 0o600 }).store = {
        ...fileContent(definition, next),
      };
      known = next;
    },
    keepCopy() {
      if (!existsSync(path)) return null;
      const copy = beside('kept');
      try {
        copyFileSync(path, copy);
        return copy;
      } catch {
        return null;
      }
    },
  };
}
