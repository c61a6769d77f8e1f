/** Translates the program's arguments for its executable. */

/** Joins `--user-data-dir DIR` into one argument because Chromium accepts no switch with a separate value. */
export function programArguments(args: readonly string[]): readonly string[] {
  const at = args.indexOf('--user-data-dir');
  const folder = args[at + 1];
  if (at < 0 || folder === undefined) return args;
  return [...args.slice(0, at), `--user-data-dir=${folder}`, ...args.slice(at + 2)];
}
