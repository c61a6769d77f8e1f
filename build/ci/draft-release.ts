/** Makes the draft of a release from a folder: `node build/ci/draft-release.ts FOLDER [--dry-run]`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '#build/paths.ts';
import { draftCommand, notesOf } from './parts/release-files.ts';
import { runCommands } from './parts/run-commands.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('node build/ci/draft-release.ts FOLDER');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
const notesFile = 'notes.md';
writeFileSync(path.join(folder, notesFile), notesOf(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version));
process.chdir(folder);
runCommands([draftCommand({ tag: process.env['GITHUB_REF_NAME'] ?? '', version, names: readdirSync('.'), notesFile })]);
