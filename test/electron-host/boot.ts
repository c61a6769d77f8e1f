/** Starts a program on the stand-in: resolves `electron` to it, loads the entry module, then fires `ready`. */
import { createRequire, registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { launch } from './launch.ts';

const standIn = new URL('./electron.ts', import.meta.url).href;

Object.defineProperty(process.versions, 'electron', { value: '45.5.0', enumerable: true });
Object.defineProperty(process, 'type', { value: 'browser' });
if (!launch.packaged) Object.defineProperty(process, 'defaultApp', { value: true });
Object.defineProperty(process, 'resourcesPath', { value: launch.resources });

registerHooks({
  resolve: (specifier, context, next) =>
    /^electron(\/(main|common))?$/.test(specifier)
      ? { url: standIn, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});

const { start } = await import('./start.ts');
const require = createRequire(import.meta.url);
process.argv = [launch.executable, ...launch.rawArguments];
for (const file of launch.preloads) require(path.resolve(file));
process.argv = [launch.executable, ...launch.programArguments];

try {
  await import(pathToFileURL(launch.entry).href);
} catch (error) {
  console.error('App threw an error during load\n', error);
  process.exit(1);
}
await start();
