/** Arguments and environment of the processes of a run, so that a search can prove what they never held. Linux only. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * Describes a process and everything that it started: arguments and environment, as the kernel keeps them.
 * @returns an empty text where the system has no /proc
 */
export function processFacts(pid: number): string {
  if (!existsSync('/proc/self/stat')) return '';
  const parents = new Map(
    readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [[Number(name), parentOf(name)] as const] : [])),
  );
  const below = (each: number | undefined): boolean =>
    each !== undefined && each > 1 && (each === pid || below(parents.get(each)));
  return [...parents.keys()]
    .filter(below)
    .map((each) => `${each} ${read(each, 'cmdline')}\n${read(each, 'environ')}\n`)
    .join('');
}

/** A process may end while it is read. */
function read(pid: number | string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/** The parent comes after the state, behind a name that may hold blanks and brackets. */
const parentOf = (pid: string): number => Number(read(pid, 'stat').split(') ').at(-1)?.split(' ')[1] ?? 0);
