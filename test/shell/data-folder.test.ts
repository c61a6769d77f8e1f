/** Where the data folder is. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { dataFolder } from '#electron/shell/start/data-folder.ts';

const standard = path.join('/Users/ana', 'Roaming', 'Caja');
const local = path.join('/Users/ana', 'Local');

it.each([
  ['win32', { LOCALAPPDATA: local }, path.join(local, 'Caja')],
  ['win32', { LOCALAPPDATA: '' }, standard],
  ['win32', {}, standard],
  // Each would be another folder for each folder in which the program is started.
  ['win32', { LOCALAPPDATA: 'C:' }, standard],
  ['win32', { LOCALAPPDATA: 'Local' }, standard],
  ['linux', { LOCALAPPDATA: local }, standard],
  ['darwin', {}, standard],
] as const)('the data folder on %s with %j', (platform, env, folder) => {
  expect(dataFolder({ platform, env, name: 'Caja', standard: () => standard })).toBe(folder);
});

it('asks for no roaming profile that can not be reached', () => {
  const standardOf = (): string => {
    throw new Error("Failed to get 'userData' path");
  };
  const places = { platform: 'win32', env: { LOCALAPPDATA: local }, name: 'Caja', standard: standardOf } as const;
  expect(dataFolder(places)).toBe(path.join(local, 'Caja'));
});
