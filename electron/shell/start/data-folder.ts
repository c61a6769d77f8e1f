/**
 * Decides where the data folder is. On Windows, Electron's default is in the roaming profile, which is copied between
 * machines while nobody looks; a seat's ledger with its write-ahead log, its keys and its name belong to one machine.
 */
import { cpSync, existsSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
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
  /** Why a folder in the roaming profile stays in use until the next start, else null. */
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
  if (holdsFiles(folder) || path.relative(folder, standard) === '') return { folder, issue: null };
  const leaving = `${standard} (moving)`;
  try {
    if (existsSync(folder)) rmdirSync(folder);
    if (holdsFiles(leaving)) copyOver(leaving, folder, rename);
    else if (holdsFiles(standard)) move(standard, leaving, folder, rename);
    return { folder, issue: null };
  } catch (error) {
    // Most likely another Caja still runs in it. Nothing was changed, or the next start goes on where this one stopped.
    return { folder: holdsFiles(leaving) ? putBack(leaving, standard, rename) : standard, issue: errorText(error) };
  }
}

/** Windows renames no folder with an open file in it, so both ways prove that no program works there. */
function move(standard: string, leaving: string, folder: string, rename: Rename): void {
  try {
    rename(standard, folder);
  } catch (error) {
    // A profile that is redirected to a server is on another drive.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    rename(standard, leaving);
    copyOver(leaving, folder, rename);
  }
}

/** Copies to another drive. The folder gets its name once it is whole, and only then the former one goes. */
function copyOver(leaving: string, folder: string, rename: Rename): void {
  const partial = `${folder} (copying)`;
  rmSync(partial, { recursive: true, force: true });
  cpSync(leaving, partial, { recursive: true, preserveTimestamps: true });
  rename(partial, folder);
  rmSync(leaving, { recursive: true, force: true });
}

/** Returns the former place, or the one between if it is taken: wherever the ledger is, never an empty folder. */
function putBack(leaving: string, standard: string, rename: Rename): string {
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
