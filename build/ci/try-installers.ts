/**
 * Installs, starts and removes each installer in `release/` that this runner can take:
 * `node build/ci/try-installers.ts [--dry-run]`. Fails when there is none.
 */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '#build/paths.ts';
import { trialOf } from './parts/installers.ts';
import { runCommands } from './parts/run-commands.ts';
import { desktopEnvironment, inDesktop } from './parts/systems.ts';

const release = path.join(root, 'release');
/** Names in which the packer writes another processor than the runner's. */
const foreign = process.arch === 'arm64' ? /x64|amd64/ : /arm64|aarch64/;
const files = readdirSync(release).filter((name) => !foreign.test(name));
const trials = files.flatMap(
  (name) => trialOf(path.join(release, name), mkdtempSync(path.join(tmpdir(), 'caja-trial-'))) ?? [],
);
if (trials.length === 0) {
  console.error('release/ holds no installer for this system');
  process.exit(1);
}
for (const { install, folder, shortcut, remove } of trials) {
  const clicked = shortcut === null ? [] : ['--shortcut', shortcut];
  const smokeTest = [process.execPath, 'build/ci/smoke-test.ts', folder, ...clicked] as const;
  const start = inDesktop(process.platform, 'keyring', smokeTest);
  runCommands([...install, start, ...remove], { ...process.env, ...desktopEnvironment(process.platform, 'keyring') });
}
