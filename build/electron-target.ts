/** Chooses the Electron that runs the program: the real one when its binary is installed, else the stand-in. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root, standInFolder } from './paths.ts';

export type ElectronTarget = 'electron' | 'stand-in';

const electronFolder = path.join(root, 'node_modules/electron');

/**
 * True when Electron's binary is installed. The npm package alone is not enough because the binary is a separate
 * download.
 */
export function hasElectronBinary(): boolean {
  const pathFile = path.join(electronFolder, 'path.txt');
  return existsSync(pathFile) && existsSync(path.join(electronFolder, 'dist', readFileSync(pathFile, 'utf8')));
}

/** Returns the target of tests and runs. CAJA_ELECTRON_TARGET forces one. */
export function electronTarget(): ElectronTarget {
  const forced = process.env['CAJA_ELECTRON_TARGET'];
  if (forced === 'electron' || forced === 'stand-in') return forced;
  return hasElectronBinary() ? 'electron' : 'stand-in';
}

export const executableOf = (target: ElectronTarget): string =>
  target === 'stand-in'
    ? path.join(standInFolder, 'electron')
    : path.join(electronFolder, 'dist', readFileSync(path.join(electronFolder, 'path.txt'), 'utf8'));
