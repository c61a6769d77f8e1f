/** A small JSON document on disk, written whole and atomically; a damaged one is kept beside and said, never overwritten. */
import type { DocumentStore } from '#electron/core/ports.ts';
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';

/** What is used of electron-store (and of `conf` beneath it). */
export interface JsonFile {
  /** The whole document; reading throws when it does not parse. */
  store: Record<string, unknown>;
}

export interface JsonFileOptions {
  readonly name: string;
  readonly cwd: string;
  /** A file that does not parse is ours to keep, not the library's to empty. */
  readonly clearInvalidConfig: false;
  readonly configFileMode: number;
}

export type OpenJsonFile = (options: JsonFileOptions) => JsonFile;

export interface DocumentParts<Content> {
  readonly open: OpenJsonFile;
  readonly folder: string;
  /** Without `.json`. */
  readonly name: string;
  readonly schema: z.ZodType<Content>;
  readonly now: () => Date;
  /** `stays`: a damaged file is moved aside only when something takes its place, so that every start finds it. */
  readonly damaged?: 'aside' | 'stays';
}

export interface KeptDocumentStore<Content> extends DocumentStore<Content> {
  /** Copies the file beside itself before something in it is given up; null when there is no file or no room. */
  keepCopy(): string | null;
}

export function openDocument<Content extends object>({
  open,
  folder,
  name,
  schema,
  now,
  damaged = 'aside',
}: DocumentParts<Content>): KeptDocumentStore<Content> {
  const options: JsonFileOptions = { name, cwd: folder, clearInvalidConfig: false, configFileMode: 0o600 };
  const path = join(folder, `${name}.json`);
  /** A name beside the file that nothing has yet. */
  function beside(word: string): string {
    const stem = join(folder, `${name}.${word}-${now().toISOString().replaceAll(/[:.]/g, '-')}`);
    for (let count = 1; ; count++) {
      const free = count === 1 ? `${stem}.json` : `${stem}-${count}.json`;
      if (!existsSync(free)) return free;
    }
  }

  function load(): Content | null {
    return existsSync(path) ? schema.parse(open(options).store) : null;
  }

  let content: Content | null = null;
  let keptFile: string | null = null;
  function moveAside(): void {
    keptFile = beside('damaged');
    try {
      renameSync(path, keptFile);
    } catch {
      // The folder can't be written either: the file stays where it is, and so does what is in it.
      keptFile = path;
    }
  }
  try {
    content = load();
  } catch {
    if (damaged === 'aside') moveAside();
    else keptFile = path;
  }

  return {
    get keptFile() {
      return keptFile;
    },
    read: () => content,
    write(next) {
      if (keptFile === path && damaged === 'stays') moveAside();
      if (keptFile === path) throw new Error(`${path} can't be read and can't be moved aside`);
      open(options).store = { ...next } as Record<string, unknown>;
      content = next;
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
