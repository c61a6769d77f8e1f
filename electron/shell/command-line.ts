/** Parses the command line: `--user-data-dir DIR` and `--provision FILE`. Knows no Electron. */
import path from 'node:path';
import { Command, CommanderError } from 'commander';

export interface CommandLine {
  /** The data folder, absolute; null for the system's default. */
  readonly userDataDir: string | null;
  /** The provisioning file, absolute. */
  readonly provision: string | null;
}

export type ReadCommandLine =
  | { readonly ok: true; readonly line: CommandLine }
  | { readonly ok: false; readonly issue: string };

/**
 * Reads our two options. Ignores all others because they belong to Electron and Chromium.
 * @param argv of the process, the executable first
 * @param cwd base of relative paths
 */
export function readCommandLine(argv: readonly string[], cwd: string): ReadCommandLine {
  const command = new Command('caja')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .exitOverride()
    .configureOutput({ writeErr: () => undefined, writeOut: () => undefined })
    .option('--user-data-dir <folder>')
    .option('--provision <file>');
  try {
    command.parse(argv.slice(1), { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) return { ok: false, issue: error.message.replace(/^error: /, '') };
    throw error;
  }
  const given = command.opts<{ readonly userDataDir?: string; readonly provision?: string }>();
  const absolute = (name: string | undefined): string | null => (name === undefined ? null : path.resolve(cwd, name));
  const empty = Object.entries(given).find(([, value]) => value === '' || value.startsWith('--'));
  if (empty !== undefined) {
    const option = empty[0] === 'provision' ? '--provision needs a file' : '--user-data-dir needs a folder';
    return { ok: false, issue: option };
  }
  return { ok: true, line: { userDataDir: absolute(given.userDataDir), provision: absolute(given.provision) } };
}
