/** Gets Electron's binary where it is missing, as Electron's own installer does; where that fails there is the stand-in. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { electronTarget, hasElectronBinary, type ElectronTarget } from './electron-target.ts';
import { root } from './paths.ts';

/** Downloads once, unless CAJA_ELECTRON_TARGET asks for the stand-in. @returns what the program can run on now */
export function obtainElectron(): ElectronTarget {
  if (process.env['CAJA_ELECTRON_TARGET'] !== 'stand-in' && !hasElectronBinary()) {
    console.error('Electron is not here yet: downloading it.');
    spawnSync(process.execPath, [path.join(root, 'node_modules/electron/install.js')], { stdio: 'ignore' });
  }
  return electronTarget();
}
