/** Ends a start whose data folder can't be written to. Electron would take it for a second start and end without a word. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app } from 'electron';
import { errorText } from '#shared/error-text.ts';
import { endWithBox } from './end-with-box.ts';

/** Returns why nothing can be written to a folder, which is made if it is not there; null when it can. */
export function folderIssue(folder: string): string | null {
  // Empty, because a program with a full disk starts: its payments have to be seen.
  const probe = path.join(folder, `.${randomUUID()}`);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(probe, '', { flag: 'wx' });
    rmSync(probe);
    return null;
  } catch (error) {
    return errorText(error);
  }
}

/**
 * Says on stderr, and in a box of the system, that the folder can't be used, then ends the program.
 * @param silent opens no box, for a script at whose seat nobody may be
 */
export function refuseFolder(folder: string, issue: string, silent: boolean, exitCode: number): void {
  process.stderr.write(`Caja can't write to its data folder ${folder}: ${issue}\n`);
  if (silent) {
    app.exit(exitCode);
    return;
  }
  // Electron makes the folder of its cache before it is ready, so it gets one that exists.
  app.setPath('userData', app.getPath('temp'));
  endWithBox(exitCode, (t) => ({
    title: t('shell:unusableFolder.title'),
    text: t('shell:unusableFolder.detail', { folder, issue }),
  }));
}
