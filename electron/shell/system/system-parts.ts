/** Parts of the system that calls reach: dialogs, printer, clipboard, file manager, and the files beside the program. */
import path from 'node:path';
import { app, clipboard, shell } from 'electron';
import { systemDialogs } from '#electron/shell/dialogs.ts';
import { createLegalFiles } from '#electron/shell/legal-files.ts';
import { createPrinter } from '#electron/shell/paper/printer.ts';

export const systemParts = () => ({
  showInFolder: shell.showItemInFolder,
  legalFiles: createLegalFiles(app.isPackaged ? process.resourcesPath : path.join(import.meta.dirname, '..')),
  dialogs: systemDialogs,
  printer: createPrinter(),
  copyText: async (text: string) => clipboard.writeText(text),
});
