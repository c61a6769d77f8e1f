/**
 * Runs a command where windows open and secrets are kept: `node build/ci/in-desktop.ts [--dry-run] PROGRAM ARGUMENT…`.
 */
import { runCommands } from './parts/run-commands.ts';
import { desktopEnvironment, inDesktop } from './parts/systems.ts';

const [program, ...args] = process.argv.slice(2).filter((argument) => argument !== '--dry-run');
if (program === undefined) throw new Error('node build/ci/in-desktop.ts PROGRAM ARGUMENT…');
runCommands([inDesktop(process.platform, 'keyring', [program, ...args])], {
  ...process.env,
  ...desktopEnvironment(process.platform, 'keyring'),
});
