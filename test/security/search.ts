/**
 * Runs after the end-to-end tests: no keyed card or passcode may be in anything that the program wrote, logged or
 * answered.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '#build/paths.ts';
import { filesBelow, keyedIn, leaksIn, passcodesIn } from './leaks.ts';

/** Folder where the end-to-end fixture keeps data folders, logs and the traffic of the bridge. */
const kept = path.join(root, 'test-results/caja');

// An unpacked program is code and contains the published test cards. Its data lies beside it.
const files = (existsSync(kept) ? filesBelow(kept) : []).filter(
  (file) => path.relative(kept, file).split(path.sep)[1] !== 'program',
);
const keyed = keyedIn(files);
if (keyed.length === 0) {
  console.error('No card was keyed in the end-to-end run: there is nothing to search for, so nothing is proven.');
  process.exit(1);
}
const passcodes = passcodesIn(files);
if (passcodes.length === 0) {
  console.error('No passcode was keyed in the end-to-end run: there is nothing to search for, so nothing is proven.');
  process.exit(1);
}
const leaks = leaksIn(files, keyed, passcodes);
for (const { file, what } of leaks) console.error(`${path.relative(root, file)}: ${what}`);
console.log(
  `Searched ${files.length} files for ${keyed.length} keyed cards and ${passcodes.length} passcodes: ${leaks.length} found.`,
);
process.exit(leaks.length === 0 ? 0 : 1);
