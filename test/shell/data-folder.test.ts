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
  ['linux', { LOCALAPPDATA: local }, standard],
  ['darwin', {}, standard],
] as const)('the data folder on %s with %j', (platform, env, folder) => {
  expect(dataFolder({ platform, env, standard })).toBe(folder);
});
