/** Where things are in the checkout: the folders that the builds read and write. */
import path from 'node:path';

/** The checkout's root folder. */
export const root = path.resolve(import.meta.dirname, '..');
/** Everything that a build makes. */
export const dist = path.join(root, 'dist');
/** The folder of the stand-in's `electron` executable, for `ELECTRON_OVERRIDE_DIST_PATH`. */
export const standInFolder = path.join(root, 'test/electron-host');
