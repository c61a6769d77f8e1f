/** Ends a start whose data folder can't be used. Without it a start would end, or wait for ever, without a word. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorText } from '#shared/error-text.ts';
import { endWithWords, type EndedStart } from './end-with-words.ts';

/** True for what has no end when it is read as a file. */
function isEndless(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && (found.isFIFO() || found.isCharacterDevice());
}

/** Makes a folder and those above it, unlike Node's own way, which goes round for ever below /proc. */
function makeFolder(folder: string): void {
  const above = path.dirname(folder);
  if (above !== folder && !existsSync(above)) makeFolder(above);
  try {
    mkdirSync(folder);
  } catch (error) {
    // It was there, or another start has made it.
    if (!existsSync(folder)) throw error;
  }
}

/** Returns why a folder, which is made if it is not there, can't be written to or read from; null when it can. */
export function folderIssue(folder: string): string | null {
  // Empty, because a program with a full disk starts: its payments have to be seen.
  const probe = path.join(folder, `.${randomUUID()}`);
  try {
    makeFolder(folder);
    writeFileSync(probe, '', { flag: 'wx' });
    rmSync(probe);
    const endless = readdirSync(folder).find((name) => isEndless(path.join(folder, name)));
    return endless === undefined ? null : `${endless} is a pipe or a device`;
  } catch (error) {
    return errorText(error);
  }
}

/** @param issue why it can't be used */
export function refuseFolder(folder: string, issue: string, refusal: Omit<EndedStart, 'wordsFor'>): void {
  endWithWords({
    ...refusal,
    wordsFor: (t) => ({
      title: t('shell:unusableFolder.title'),
      text: t('shell:unusableFolder.detail', { folder, issue }),
    }),
  });
}
