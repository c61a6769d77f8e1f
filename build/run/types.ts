/** `npm run types`: checks the types of every project and reports the errors of all of them. Files that stayed as they were cost nothing. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from '#build/paths.ts';

/** `build` has the files of `electron` too, whose options are the same. */
const projects = ['shared', 'renderer', 'build', 'test'];
const compiler = path.join(root, 'node_modules/typescript/bin/tsc');

/** Resolves to true when the project compiles. Its errors go straight to the terminal. */
const compiles = (project: string): Promise<boolean> =>
  new Promise((resolve) => {
    // Several checkers would each work out the same types again: four take more than twice the processor time of one.
    const kept = path.join(root, '.cache/types', `${project}.tsbuildinfo`);
    const args = [compiler, '-p', project, '--checkers', '1', '--incremental', '--tsBuildInfoFile', kept];
    const child = spawn(process.execPath, args, {
      cwd: root,
      // A fifth of its time is collecting garbage otherwise.
      env: { GOGC: '400', ...process.env },
      stdio: 'inherit',
    });
    child.on('error', () => resolve(false));
    child.on('exit', (code) => resolve(code === 0));
  });

const failed: string[] = [];
// One after the other, because each run of the compiler takes up to a gigabyte and parses on every core.
for (const project of projects) if (!(await compiles(project))) failed.push(project);
console.log(failed.length === 0 ? `${projects.length} projects compile` : `Types fail in ${failed.join(', ')}`);
process.exitCode = failed.length > 0 ? 1 : 0;
