/** Ends a start that can't go on, in words that whoever made it can read. */
import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { app, dialog } from 'electron';
import { wordsOf, type Words } from '#electron/shell/words.ts';
import { languageOf } from '#shared/languages.ts';

export interface EndedStart {
  readonly exitCode: number;
  /** Opens no box, which would wait for a click, because a script made this start. */
  readonly silent: boolean;
  readonly wordsFor: (t: Words['t']) => { readonly title: string; readonly text: string };
}

/** Says it on stderr and in a box of the system, in the system's language, then ends the program. */
export function endWithWords({ exitCode, silent, wordsFor }: EndedStart): void {
  if (!app.isReady()) leaveDataFolder();
  // Only a program that is ready shows boxes everywhere and knows the language.
  void app.whenReady().then(() => {
    const { title, text } = wordsFor(wordsOf(languageOf(app.getLocale())).t);
    process.stderr.write(`${title}\n${text}\n`);
    if (!silent) dialog.showErrorBox(title, text);
    app.exit(exitCode);
  });
}

/**
 * Gives Electron a folder that goes with this start, because it writes to its folder before it is ready, and the seat's may be
 * unusable or another program's.
 */
export function leaveDataFolder(): void {
  const folder = mkdtempSync(path.join(app.getPath('temp'), 'caja-'));
  app.setPath('userData', folder);
  app.once('quit', () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Chromium may still have a file of it open.
    }
  });
}
