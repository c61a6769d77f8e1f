/** Folders of the checkout that the builds read and write. */
import path from 'node:path';

/** The checkout's root folder. */
export const root = path.resolve(import.meta.dirname, '..');
/** Output of every build. */
export const dist = path.join(root, 'dist');
/** Folder of the stand-in's `electron` executable, for `ELECTRON_OVERRIDE_DIST_PATH`. */
export const standInFolder = path.join(root, 'test/electron-host');
