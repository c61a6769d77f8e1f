/**
 * Decides where the data folder is. On Windows, Electron's default is in the roaming profile, which is copied between
 * machines while nobody looks; a seat's ledger with its write-ahead log, its keys and its name belong to one machine.
 */
import {
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { errorText } from '#shared/error-text.ts';

export interface DataFolderParts {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Electron's default, in the roaming profile on Windows. */
  readonly standard: string;
  /** Replaced by tests that play another drive. */
  readonly rename?: Rename;
}

type Rename = (from: string, to: string) => void;

export interface DataFolder {
  readonly folder: string;
  /** For the log: why a folder in the roaming profile stays in use, or that another one is not used. Null when all is well. */
  readonly issue: string | null;
}

/**
 * Returns the folder, after moving one that an earlier version left in the roaming profile. Call it before anything is read
 * from the folder or written to it.
 */
export function dataFolder({ platform, env, standard, rename = renameSync }: DataFolderParts): DataFolder {
  const local = env['LOCALAPPDATA'];
  if (platform !== 'win32' || local === undefined || local === '') return { folder: standard, issue: null };
  const folder = path.join(local, path.basename(standard));
  if (path.relative(folder, standard) === '') return { folder, issue: null };
  const places = { standard, leaving: `${standard} (moving)`, moved: `${standard} (moved)`, folder };
  try {
    if (!holdsFiles(folder)) moveHere(places, rename);
  } catch (error) {
    // Another start may have moved it meanwhile. Otherwise another Caja most likely runs in it, and the next start goes on.
    if (!holdsFiles(folder)) {
      const stays = holdsFiles(places.leaving) ? putBack(places, rename) : standard;
      return { folder: stays, issue: `The data folder stays in the roaming profile: ${errorText(error)}` };
    }
  }
  remove(places.moved);
  const isLeft = existsSync(path.join(standard, ledgerName)) || existsSync(path.join(places.leaving, ledgerName));
  return { folder, issue: isLeft ? `A data folder in the roaming profile is not used: ${standard}` : null };
}

const ledgerName = 'ledger.db';

interface Places {
  readonly standard: string;
  /** Where the folder waits while it is copied. No program works there. */
  readonly leaving: string;
  /** The former folder once its copy is whole. Nothing else has this name, so it may go at any time. */
  readonly moved: string;
  readonly folder: string;
}

function moveHere(places: Places, rename: Rename): void {
  const { standard, leaving, folder } = places;
  if (existsSync(folder)) rmdirSync(folder);
  if (!holdsFiles(leaving)) {
    if (!holdsFiles(standard)) return;
    try {
      rename(standard, folder);
      return;
    } catch (error) {
      // A profile that is redirected to a server is on another drive. Windows renames no folder with an open file in it, so
      // both ways prove that no program works there.
      if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
      rename(standard, leaving);
    }
  }
  copyOver(places, rename);
}

/** Copies to another drive. The folder gets its name once it is whole and on the disk, and only then the former one goes. */
function copyOver({ leaving, moved, folder }: Places, rename: Rename): void {
  // A name of this process, so that two starts at once don't write into one copy.
  const partial = `${folder} (copying ${process.pid})`;
  for (const name of readdirSync(path.dirname(folder))) {
    if (isDeadCopy(name, path.basename(folder))) remove(path.join(path.dirname(folder), name));
  }
  try {
    cpSync(leaving, partial, { recursive: true, preserveTimestamps: true });
    flush(partial);
    rename(partial, folder);
  } catch (error) {
    remove(partial);
    throw error;
  }
  try {
    rename(leaving, moved);
  } catch {
    // It stays under its name, and the log says so: the copy counts.
  }
}

/** True for a copy of a process that has ended, or of this one's number. */
function isDeadCopy(name: string, folder: string): boolean {
  const found = name.startsWith(`${folder} (copying`)
    ? /^ \(copying(?: (\d+))?\)$/.exec(name.slice(folder.length))
    : null;
  if (found === null) return false;
  const id = Number(found[1] ?? 0);
  return id === 0 || id === process.pid || !isRunning(id);
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Writes the files of a copy through to the disk, because a power cut could otherwise leave names without content. */
function flush(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    // Windows flushes only what is open for writing.
    const file = openSync(path.join(entry.parentPath, entry.name), 'r+');
    try {
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  }
}

/** Removes what nobody needs. What can't be removed now is removed by a later start. */
function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Most likely a program that looks for viruses has one of its files open.
  }
}

/** Returns the former place, or the one between if it is taken: wherever the ledger is, never an empty folder. */
function putBack({ standard, leaving }: Places, rename: Rename): string {
  try {
    if (existsSync(standard)) rmdirSync(standard);
    rename(leaving, standard);
    return standard;
  } catch {
    return leaving;
  }
}

function holdsFiles(folder: string): boolean {
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
}
