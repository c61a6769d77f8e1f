/** Where the data of a seat lies on Windows. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { windowsDataFolder } from '#electron/shell/start/data-folder.ts';

test('data lies in the local profile of Windows, except where an earlier version has a ledger', () => {
  const account = mkdtempSync(path.join(tmpdir(), 'account-'));
  const env = { LOCALAPPDATA: path.join(account, 'Local'), APPDATA: path.join(account, 'Roaming') };
  const folder = (): string | null => windowsDataFolder('win32', env, 'Caja');
  expect(folder()).toBe(path.join(account, 'Local/Caja'));
  mkdirSync(path.join(account, 'Roaming/Caja'), { recursive: true });
  expect(folder()).toBe(path.join(account, 'Local/Caja'));
  writeFileSync(path.join(account, 'Roaming/Caja/ledger.db'), '');
  expect(folder()).toBeNull();
  // Once there is a local folder, it is the one in use.
  mkdirSync(path.join(account, 'Local/Caja'), { recursive: true });
  expect(folder()).toBe(path.join(account, 'Local/Caja'));
  expect(windowsDataFolder('linux', env, 'Caja')).toBeNull();
  expect(windowsDataFolder('win32', {}, 'Caja')).toBeNull();
});
