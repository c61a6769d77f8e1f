/**
 * Brings Electron's own binary, or fails: a workflow that asks for it must not run on the stand-in. It is installed
 * before any test, because the workers of a test run would race for it.
 */
import path from 'node:path';
import { executableOf, hasElectronBinary } from '#build/electron-target.ts';
import { root } from '#build/paths.ts';
import { isDryRun, runCommands } from './parts/run-commands.ts';

if (isDryRun || !hasElectronBinary()) runCommands([['node', path.join(root, 'node_modules/electron/install.js')]]);
if (!isDryRun && !hasElectronBinary()) {
  console.error('Electron was not installed, and nothing may run in its place.');
  process.exit(1);
}
if (!isDryRun) console.log(executableOf('electron'));
