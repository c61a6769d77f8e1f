/** Runs commands of a workflow one after another, with the same words on all systems. */
import { spawnSync } from 'node:child_process';

/** A program with its arguments; no shell reads it. */
export type Command = readonly [string, ...string[]];

/** True with `--dry-run`: scripts of a workflow then print their commands instead of running them. */
export const isDryRun = process.argv.includes('--dry-run');

/** Runs each and stops at the first that fails, with its exit code. */
export function runCommands(commands: readonly Command[], env: NodeJS.ProcessEnv = process.env): void {
  for (const [program, ...args] of commands) {
    console.log(`> ${[program, ...args].join(' ')}`);
    if (isDryRun) continue;
    // npm is a script on Windows, which only a shell starts; nothing that is run here comes from outside.
    const shell = process.platform === 'win32' && program === 'npm';
    const { status, error } = spawnSync(program, args, { stdio: 'inherit', env, shell });
    if (status === 0) continue;
    console.error(error?.message ?? `${program} ended with ${status}`);
    process.exit(status ?? 1);
  }
}

/** Tells whether a command ends well; false without running it in a dry run. */
export const succeeds = ([program, ...args]: Command): boolean =>
  !isDryRun && spawnSync(program, args, { stdio: 'ignore' }).status === 0;
