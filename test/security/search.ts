/** After the end-to-end run: nothing of any card or passcode that was keyed is in what the program wrote, logged or answered. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { root } from '#build/paths.ts';
import { filesBelow, keyedIn, leaksIn, passcodesIn } from './leaks.ts';

/** Where the fixture of the end-to-end specs keeps data folders, logs and the record of the bridge. */
const kept = path.join(root, 'test-results/caja');

// An unpacked program is code and knows the published test cards; what it writes lies beside it.
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
