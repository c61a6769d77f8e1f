/**
 * Offers a published release to the seats that run a release candidate: `node build/ci/offer-to-candidates.ts FOLDER`, with the
 * release's tag in `GITHUB_REF_NAME`. They look in one standing release, because the latest release of GitHub is never a
 * candidate.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { candidatesTag } from '#build/packing/publisher.ts';
import { isOfferedFile, uploadCommands } from './parts/release-files.ts';
import { isDryRun, runCommands, succeeds } from './parts/run-commands.ts';

const [folder] = process.argv.slice(2);
const tag = process.env['GITHUB_REF_NAME'] ?? '';
if (folder === undefined) throw new Error('node build/ci/offer-to-candidates.ts FOLDER');
if (!/^v\d/.test(tag)) throw new Error(`${tag} is not the tag of a version`);
if (!isDryRun) {
  mkdirSync(folder, { recursive: true });
  runCommands([['gh', 'release', 'download', tag, '--dir', folder]]);
}
const names = readdirSync(folder).filter(isOfferedFile);
if (names.some((name) => name.endsWith('.yml.sig'))) {
  process.chdir(folder);
  if (!succeeds(['gh', 'release', 'view', candidatesTag])) {
    const options = [
      '--prerelease',
      '--title',
      'For release candidates',
      '--notes',
      'Seats with a candidate look here.',
    ];
    runCommands([['gh', 'release', 'create', candidatesTag, ...options]]);
  }
  runCommands(uploadCommands(candidatesTag, names));
} else console.log(`${tag} has no signed list: no seat is offered it.`);
