/** Makes the draft of a release from a folder: `node build/ci/draft-release.ts FOLDER [--dry-run]`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageVersion } from '#build/packing/version.ts';
import { root } from '#build/paths.ts';
import { notesOf } from '#build/updates/release-notes.ts';
import { draftCommand } from './parts/release-files.ts';
import { runCommands } from './parts/run-commands.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('node build/ci/draft-release.ts FOLDER');
const version = packageVersion();
const notes = notesOf(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version);
if (notes === null) throw new Error(`CHANGELOG.md says nothing of ${version}`);
const notesFile = 'notes.md';
writeFileSync(path.join(folder, notesFile), notes);
process.chdir(folder);
runCommands([draftCommand({ tag: process.env['GITHUB_REF_NAME'] ?? '', version, names: readdirSync('.'), notesFile })]);
