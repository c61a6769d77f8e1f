/** Downloads Electron's missing binary with Electron's own installer. If that fails, the stand-in runs. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { electronTarget, hasElectronBinary, type ElectronTarget } from './electron-target.ts';
import { root } from './paths.ts';

/**
 * Downloads once, unless CAJA_ELECTRON_TARGET asks for the stand-in.
 * @returns the target that can run now
 */
export function obtainElectron(): ElectronTarget {
  if (process.env['CAJA_ELECTRON_TARGET'] !== 'stand-in' && !hasElectronBinary()) {
    console.error('Electron is not here yet: downloading it.');
    spawnSync(process.execPath, [path.join(root, 'node_modules/electron/install.js')], { stdio: 'ignore' });
  }
  return electronTarget();
}
