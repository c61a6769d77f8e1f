/** Stores a versioned document on disk, whole and atomically. Keeps and reports an unreadable file, and never overwrites it. */
import {
  DamagedDocument,
  NewerDocument,
  type SteeringStore,
  type UnreadDocument,
} from '#electron/core/ports/stored-documents.ts';
import { errorText } from '#shared/error-text.ts';
import { copyFileSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  changeDocument,
  fileContent,
  readDocument,
  type DocumentDefinition,
  type JsonObject,
  type KnownDocument,
} from './versioned-document.ts';
import { namingOnly } from './durable-file.ts';
import { z } from 'zod';

/** The part of electron-store (and its base `conf`) that is used here. It writes atomically. */
type OpenJsonFile = (options: {
  readonly name: string;
  readonly cwd: string;
  /** False, because the library would otherwise empty a file that does not parse. */
  readonly clearInvalidConfig: false;
  readonly configFileMode: number;
}) => { store: Record<string, unknown> };

const jsonObject = z.record(z.string(), z.unknown());

/** Location of a seat's documents. */
export interface DocumentPlace {
  readonly open: OpenJsonFile;
  /** Absolute path. */
  readonly folder: string;
  readonly now: () => Date;
}

/** Returns an unused name beside a document's file, such as `vault.damaged-….json`. */
export function unusedName(file: string, word: string, at: Date): string {
  const stem = `${file.slice(0, -'.json'.length)}.${word}-${at.toISOString().replaceAll(/[:.]/g, '-')}`;
  for (let count = 1; ; count++) {
    const free = count === 1 ? `${stem}.json` : `${stem}-${count}.json`;
    if (!existsSync(free)) return free;
  }
}

export function openDocument<Content>(
  { open, folder, now }: DocumentPlace,
  definition: DocumentDefinition<Content>,
): SteeringStore<Content> {
  const path = join(folder, `${definition.name}.json`);
  let { known, text, unread } = load(definition, path);
  const foundText = text;
  let doubtChanged = (): void => undefined;
  let doubted: SteeringStore<Content>['doubted'] = null;

  const beside = (word: string): string => unusedName(path, word, now());
  const put = (content: JsonObject, next = known): void => {
    writeFile(open, path, content);
    text = JSON.stringify(content);
    known = next;
  };

  return {
    get unread() {
      return unread;
    },
    get doubted() {
      return doubted;
    },
    read: () => known?.content ?? null,
    write(content) {
      if (unread?.reason === 'newer') throw new NewerDocument(path);
      if (doubted !== null || (unread?.file === path && definition.steers === true)) throw new DamagedDocument(path);
      const next = changeDocument(definition, content, known);
      if (unread?.file === path) unread = moveAside(path, beside('damaged'));
      if (unread?.file === path) throw new Error(`${path} can't be read and can't be moved aside`);
      put(fileContent(next), next);
    },
    setAside() {
      if (doubted === null && (unread?.reason !== 'damaged' || unread.file !== path)) return null;
      if (existsSync(path)) unread = moveAside(path, beside('damaged'));
      const file = unread?.file ?? null;
      if (file === path) throw new Error(`${path} can't be moved aside`);
      [unread, doubted, known, text] = [null, null, null, null];
      return file;
    },
    text: () => text,
    foundText: () => foundText,
    textOf: (content) => JSON.stringify(fileContent(changeDocument(definition, content, known))),
    doubt(reason, sealed) {
      doubted = { reason, file: path };
      if (sealed === null) known = null;
      else if (sealed !== undefined) known = knownFrom(definition, path, sealed);
      doubtChanged();
    },
    onDoubt(listener) {
      doubtChanged = listener;
    },
    trust() {
      doubted = null;
      doubtChanged();
    },
    putBack(sealed) {
      const sound = knownFrom(definition, path, sealed);
      put(jsonObject.parse(JSON.parse(sealed)), sound);
      doubtChanged();
    },
    putBackRemoved() {
      if (text === null || existsSync(path)) return null;
      put(jsonObject.parse(JSON.parse(text)));
      return path;
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

interface Loaded<Content> {
  readonly known: KnownDocument<Content> | null;
  /** Content of the file as JSON. */
  readonly text: string | null;
  readonly unread: UnreadDocument | null;
}

function load<Content>(definition: DocumentDefinition<Content>, path: string): Loaded<Content> {
  const none = { known: null, text: null, unread: null };
  if (!existsSync(path)) return none;
  try {
    const bytes = readFileSync(path, 'utf8');
    const read = readDocument(definition, bytes);
    if (read.kind === 'newer') return { ...none, unread: { reason: 'newer', file: path } };
    return { ...none, known: read.document, text: JSON.stringify(JSON.parse(bytes)) };
  } catch {
    return { ...none, unread: { reason: 'damaged', file: path } };
  }
}

function moveAside(path: string, kept: string): UnreadDocument {
  try {
    renameSync(path, kept);
    return { reason: 'damaged', file: kept };
  } catch {
    // The folder is not writable either, so the file and its content stay in place.
    return { reason: 'damaged', file: path };
  }
}

function writeFile(open: OpenJsonFile, path: string, content: JsonObject): void {
  try {
    open({
      name: basename(path, '.json'),
      cwd: dirname(path),
      clearInvalidConfig: false,
      configFileMode: 0o600,
    }).store = { ...content };
  } catch (error) {
    // The library writes the file under another name first.
    const [ending] = /\.tmp-\w{16}\b/.exec(errorText(error)) ?? [''];
    throw namingOnly(path, path + ending, error);
  }
}

function knownFrom<Content>(
  definition: DocumentDefinition<Content>,
  path: string,
  sealed: string,
): KnownDocument<Content> {
  const read = readDocument(definition, sealed);
  if (read.kind === 'newer') throw new NewerDocument(path);
  return read.document;
}
