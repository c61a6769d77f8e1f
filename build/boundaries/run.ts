/** `npm run boundaries`: checks every import of the project by the table and prints what breaks it. */
import { root } from '#build/paths.ts';
import { breachesOf } from './check.ts';
import { readSources } from './imports.ts';

const files = readSources(root);
const breaches = breachesOf(files);
for (const breach of breaches) console.error(breach);
console.log(`${files.length} files, ${breaches.length} breaches of the boundaries`);
process.exitCode = breaches.length > 0 ? 1 : 0;
