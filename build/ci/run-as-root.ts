/**
 * Runs a script of package.json as root, with the Node of this process, because sudo forgets its place:
 * `node build/ci/run-as-root.ts [--dry-run] SCRIPT ARGUMENT…`.
 */
import path from 'node:path';
import { runCommands } from './parts/run-commands.ts';

const [script, ...args] = process.argv.slice(2).filter((argument) => argument !== '--dry-run');
if (script === undefined) throw new Error('node build/ci/run-as-root.ts SCRIPT ARGUMENT…');
const found = `PATH=${[path.dirname(process.execPath), process.env['PATH']].join(path.delimiter)}`;
runCommands([['sudo', 'env', found, 'npm', 'run', script, '--', ...args]]);
