/** Stops a release whose tag is not its version: `node build/ci/check-tag.ts`, with the tag in `GITHUB_REF_NAME`. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageVersion } from '#build/packing/version.ts';
import { root } from '#build/paths.ts';
import { tagFaults } from './parts/release-tag.ts';

const read = (name: string): string => readFileSync(path.join(root, name), 'utf8');
const faults = tagFaults({
  tag: process.env['GITHUB_REF_NAME'] ?? '',
  version: packageVersion(),
  lock: read('package-lock.json'),
  changelog: read('CHANGELOG.md'),
});
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exit(1);
console.log(`The tag is that of version ${packageVersion()}.`);
