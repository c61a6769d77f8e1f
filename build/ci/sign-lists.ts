/**
 * Signs the lists of an update in a folder: `node build/ci/sign-lists.ts FOLDER`, with the key in `CAJA_UPDATE_KEY`.
 * Without the key the lists are taken out and the release is marked, because no seat may be offered an unsigned one.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isUpdateList, unsignedMark } from './parts/release-files.ts';
import { isDryRun, runCommands } from './parts/run-commands.ts';

const folder = process.argv[2];
if (folder === undefined) throw new Error('node build/ci/sign-lists.ts FOLDER');
const lists = readdirSync(folder)
  .filter(isUpdateList)
  .map((name) => path.join(folder, name));
const { CAJA_UPDATE_KEY: key, ...env } = process.env;
if (key) {
  const place = mkdtempSync(path.join(tmpdir(), 'update-key-'));
  const file = path.join(place, 'key.pem');
  process.on('exit', () => rmSync(place, { recursive: true, force: true }));
  if (!isDryRun) writeFileSync(file, key, { mode: 0o600 });
  if (lists.length === 0) throw new Error(`${folder} holds no list of an update`);
  runCommands([['npm', 'run', 'sign-update', '--', ...lists, '--key', file]], env);
} else {
  for (const list of lists) rmSync(list);
  writeFileSync(path.join(folder, unsignedMark('updates')), 'Released without the key of updates.\n');
  console.log(`No key was given: ${lists.length} lists of updates are left out of the release.`);
}
