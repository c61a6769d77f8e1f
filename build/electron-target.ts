/** Which Electron runs the program here: the real one when its binary is there, else the stand-in. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root, standInFolder } from './paths.ts';

export type ElectronTarget = 'electron' | 'stand-in';

const electronFolder = path.join(root, 'node_modules/electron');

/** Whether Electron's binary is installed; the package alone is not, its binary is a download of its own. */
export function hasElectronBinary(): boolean {
  const pathFile = path.join(electronFolder, 'path.txt');
  return existsSync(pathFile) && existsSync(path.join(electronFolder, 'dist', readFileSync(pathFile, 'utf8')));
}

/** The target of tests and runs; CAJA_ELECTRON_TARGET forces one. */
export function electronTarget(): ElectronTarget {
  const forced = process.env['CAJA_ELECTRON_TARGET'];
  if (forced === 'electron' || forced === 'stand-in') return forced;
  return hasElectronBinary() ? 'electron' : 'stand-in';
}

/** The executable of a target. */
export const executableOf = (target: ElectronTarget): string =>
  target === 'stand-in'
    ? path.join(standInFolder, 'electron')
    : path.join(electronFolder, 'dist', readFileSync(path.join(electronFolder, 'path.txt'), 'utf8'));
