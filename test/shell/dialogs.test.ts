/** Where to save: an extension that the system's dialog does not add, and no file replaced that nobody was asked about. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { SaveDialogOptions } from 'electron';
import { expect, test } from 'vitest';
import { systemDialogs } from '#electron/shell/dialogs.ts';
import { electronIs } from '#test/fixtures/electron.ts';
import { folderOfTests } from '#test/fixtures/temporary-folder.ts';

const folder = folderOfTests();
const answers: string[] = [];
const asked: SaveDialogOptions[] = [];
/** Folders of the account that Windows can't reach, as one that is redirected to a server. */
const unreachable = new Set<string>();
const getPath = (name: string): string => {
  if (unreachable.has(name)) throw new Error(`Failed to get '${name}' path`);
  return name === 'documents' ? folder : path.join(folder, name);
};

electronIs({
  app: { getPath },
  BrowserWindow: { getFocusedWindow: () => null },
  dialog: {
    showSaveDialog: async (options: SaveDialogOptions) => {
      asked.push(options);
      const filePath = answers.shift() ?? '';
      return { canceled: filePath === '', filePath };
    },
  },
});

const ask = async (...chosen: string[]): Promise<string | null> => {
  answers.splice(0, answers.length, ...chosen);
  asked.length = 0;
  return await systemDialogs.askWhereToSave('Save', 'payments', { extension: 'csv', name: 'Table' });
};
const inFolder = (name: string): string => path.join(folder, name);

test('a chosen name gets its extension, and keeps one that it has', async () => {
  expect(await ask(inFolder('may'))).toBe(inFolder('may.csv'));
  expect(await ask(inFolder('may.txt'))).toBe(inFolder('may.txt'));
  expect(await ask('')).toBeNull();
});

test('the dialog asks before it replaces a file, also one whose extension was not typed', async () => {
  writeFileSync(inFolder('there.csv'), 'kept');
  expect(await ask(inFolder('there'), '')).toBeNull();
  expect(asked.map(({ defaultPath }) => defaultPath)).toEqual([inFolder('payments.csv'), inFolder('there.csv')]);
  expect(asked.every(({ properties }) => properties?.includes('showOverwriteConfirmation'))).toBe(true);
  expect(await ask(inFolder('there'), inFolder('there.csv'))).toBe(inFolder('there.csv'));
});

test('documents that can not be reached leave the folder of the account, and that one the data folder', async () => {
  for (const [lost, proposed] of [
    ['documents', 'home'],
    ['home', 'userData'],
  ] as const) {
    unreachable.add(lost);
    // Each answer waits for the folder that was lost before.
    // eslint-disable-next-line no-await-in-loop
    expect(await ask(inFolder('may'))).toBe(inFolder('may.csv'));
    expect(asked[0]?.defaultPath).toBe(inFolder(path.join(proposed, 'payments.csv')));
  }
});
