/** The system's dialogs for saving, opening and error messages. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { UnreadDocument } from '#electron/core/ports/stored-documents.ts';
import { app, BrowserWindow, dialog, type FileFilter, type OpenDialogOptions, type SaveDialogOptions } from 'electron';
import type { Dialogs, FileKind } from '#electron/core/dialogs.ts';
import type { Words } from './words.ts';

/** Electron throws for a folder that Windows can't reach, as documents that are redirected to a server. */
function proposedFolder(): string {
  for (const name of ['documents', 'home'] as const) {
    try {
      return app.getPath(name);
    } catch {
      // The next one.
    }
  }
  return app.getPath('userData');
}

const filter = ({ extension, name }: FileKind): FileFilter => ({ name, extensions: [extension] });

/**
 * Asks where to save. GTK replaces a file silently unless it is told to ask, and adds no extension; the name with the
 * extension is one that nobody was asked about, so the dialog opens again when that file exists.
 * @returns null when the operator closed the dialog
 */
async function askWhereToSave(title: string, name: string, kind: FileKind): Promise<string | null> {
  let proposed = path.join(proposedFolder(), `${name}.${kind.extension}`);
  for (;;) {
    const options: SaveDialogOptions = {
      title,
      defaultPath: proposed,
      filters: [filter(kind)],
      properties: ['showOverwriteConfirmation'],
    };
    const window = BrowserWindow.getFocusedWindow();
    // Each dialog waits for the operator's answer to the one before.
    // eslint-disable-next-line no-await-in-loop
    const answer = await (window === null ? dialog.showSaveDialog(options) : dialog.showSaveDialog(window, options));
    if (answer.canceled || answer.filePath === '') return null;
    proposed = path.extname(answer.filePath) === '' ? `${answer.filePath}.${kind.extension}` : answer.filePath;
    if (proposed === answer.filePath || !existsSync(proposed)) return proposed;
  }
}

/** @returns the path of a file or a folder; null when the operator closed the dialog */
async function askToOpen(options: OpenDialogOptions): Promise<string | null> {
  const window = BrowserWindow.getFocusedWindow();
  const answer = await (window === null ? dialog.showOpenDialog(options) : dialog.showOpenDialog(window, options));
  return answer.canceled ? null : (answer.filePaths[0] ?? null);
}

export const systemDialogs: Dialogs = {
  askWhereToSave,
  askWhatToOpen: (title, kind) => askToOpen({ title, filters: [filter(kind)], properties: ['openFile'] }),
  askForFolder: (title, now) =>
    askToOpen({ title, defaultPath: now, properties: ['openDirectory', 'createDirectory'] }),
};

export type Tell = (title: string, detail: string) => void;

/** Shows an error without stopping the program. Works before there is a window. */
export const say: Tell = (title, detail) =>
  void app.whenReady().then(() => dialog.showMessageBox({ type: 'warning', message: title, detail, noLink: true }));

/** Offers to load the page of a blank window again, or to end the program. */
export async function offerReload({ t }: Words, reload: () => void): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: t('shell:blank.title'),
    detail: t('shell:blank.text'),
    buttons: [t('shell:blank.reload'), t('shell:menu.quit')],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  });
  if (response === 0) reload();
  else app.quit();
}

/** Writes an error to the console, for a script at whose seat nobody may be to close a box. */
export const sayOnConsole: Tell = (title, detail) => void process.stderr.write(`${title}\n${detail}\n`);

/** Reports the documents that could not be read, with the reason. */
export function tellUnread(
  { t }: Words,
  documents: readonly { readonly unread: UnreadDocument | null }[],
  tell: Tell,
): void {
  for (const reason of ['damaged', 'newer'] as const) {
    const files = documents.flatMap(({ unread }) => (unread?.reason === reason ? unread.file : []));
    if (files.length > 0) tell(t(`shell:${reason}.title`), t(`shell:${reason}.detail`, { files: files.join(', ') }));
  }
}
