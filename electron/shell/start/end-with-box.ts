/** Ends a start in words that whoever made it can read. */
import { app, dialog } from 'electron';
import { wordsOf, type Words } from '#electron/shell/words.ts';
import { languageOf } from '#shared/seat/settings.ts';

/**
 * Opens a box of the system in the system's language, then ends the program.
 * @param wordsFor returns the title and the text of the box
 */
export function endWithBox(
  exitCode: number,
  wordsFor: (t: Words['t']) => { readonly title: string; readonly text: string },
): void {
  // Only a program that is ready shows boxes everywhere and knows the language.
  void app.whenReady().then(() => {
    const { title, text } = wordsFor(wordsOf(languageOf(app.getLocale())).t);
    dialog.showErrorBox(title, text);
    app.exit(exitCode);
  });
}
