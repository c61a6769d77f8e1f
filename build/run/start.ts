/** `npm start`: builds if due and opens the program on Electron or, with a warning, on the stand-in. */
import { spawn } from 'node:child_process';
import { buildAll, isBuildDue } from '#build/build-all.ts';
import { obtainElectron } from '#build/electron-download.ts';
import { executableOf } from '#build/electron-target.ts';
import { root } from '#build/paths.ts';
import { programArguments } from './program-arguments.ts';

const args = process.argv.slice(2);
/** Arguments with which no window opens. */
const windowless: ReadonlySet<string> = new Set(['--help', '--version', '--exit']);
const target = obtainElectron();
if (target === 'stand-in') {
  console.error(
    '\n*** Electron could not be downloaded. Caja runs on a STAND-IN over Chromium: for trying and testing, not for payments. ***\n',
  );
  if (process.platform === 'win32' || process.platform === 'darwin') {
    console.error('The stand-in runs on Linux only. Connect to the internet, and run `npm start` again.');
    process.exit(1);
  }
  if (!process.env['DISPLAY'] && !args.some((argument) => windowless.has(argument))) {
    console.error('There is no display, so no window can be shown. Run `npm run demo`: it needs none.');
    process.exit(1);
  }
}
if (await isBuildDue()) await buildAll();
const child = spawn(executableOf(target), [root, ...programArguments(args)], { stdio: 'inherit' });
child.on('error', (error) => {
  console.error(`Caja could not be started: ${error.message}`);
  process.exit(1);
});
child.on('exit', (code) => process.exit(code ?? 1));
