/** Measures what must not grow with time: heap and handles of a process that goes on, and its files for each payment. */
import { lstatSync } from 'node:fs';
import { filesBelow } from '#test/security/leaks.ts';
import type { Growth } from './protocol.ts';

/** A seat at the end of a tenth of the soak, at rest. */
export interface Sample extends Growth {
  readonly seat: string;
  readonly files: number;
  readonly bytes: number;
  /** Attempts in its ledger. */
  readonly attempts: number;
}

/** Growth of a process beyond which something is kept that should not be. */
const limits = {
  /** Bytes of heap in the second half. In the first one code is loaded and lists of fixed lengths fill up. */
  heap: 6 * 1024 * 1024,
  handles: 12,
  /** Files of the log, of SQLite and of what waits may come and go. */
  files: 12,
  /** Bytes of a payment of the second half against one of the first, and what SQLite's log may hold besides. */
  bytesRatio: 1.5,
  log: 8 * 1024 * 1024,
} as const;

/** @returns number and bytes of the files below a folder, without the reserve, which comes and goes with the room on the disk */
export function filesOf(folder: string): Pick<Sample, 'files' | 'bytes'> {
  const sizes = filesBelow(folder)
    .filter((file) => !file.endsWith('/reserve'))
    .map((file) => lstatSync(file, { throwIfNoEntry: false })?.size ?? 0);
  return { files: sizes.length, bytes: sizes.reduce((total, size) => total + size, 0) };
}

/** @returns bytes that each attempt between two samples has added */
const perAttempt = (before: Sample, after: Sample): number =>
  (after.bytes - before.bytes) / Math.max(1, after.attempts - before.attempts);

/** @param samples of one seat whose process went on, the first tenth first. @returns one line for each growth */
export function growthIn(samples: readonly Sample[]): readonly string[] {
  const [first, half, last] = ends(samples);
  if (first === undefined || half === undefined || last === undefined) return [];
  const grown: string[] = [];
  const note = (what: string, before: number, after: number, most: number): void => {
    if (after > most) grown.push(`${first.seat}: ${what} grew from ${Math.round(before)} to ${Math.round(after)}`);
  };
  note('heap', half.heap, last.heap, half.heap + limits.heap);
  note('handles', first.handles, last.handles, first.handles + limits.handles);
  note('files', first.files, last.files, first.files + limits.files);
  const early = perAttempt(first, half);
  const log = limits.log / Math.max(1, last.attempts - half.attempts);
  note('bytes for each attempt', early, perAttempt(half, last), limits.bytesRatio * early + log);
  return grown;
}

const ends = (samples: readonly Sample[]): readonly (Sample | undefined)[] =>
  samples.length < 3 ? [] : [samples[0], samples[Math.floor(samples.length / 2)], samples.at(-1)];

/** @returns growth of all seats together, for the line of figures */
export function grownBy(samples: readonly (readonly Sample[])[]): string {
  const seats = samples.map((of) => {
    const [first, half, last] = ends(of);
    if (first === undefined || half === undefined || last === undefined) return 'growth not measured';
    const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);
    const kilobytes = (before: Sample, after: Sample): string => (perAttempt(before, after) / 1024).toFixed(1);
    return (
      `${first.seat} heap ${[first, half, last].map(({ heap }) => megabytes(heap)).join(', ')} MB, handles ${first.handles} to ${last.handles}, ` +
      `files ${first.files} to ${last.files}, ${kilobytes(first, half)} to ${kilobytes(half, last)} KB for each attempt`
    );
  });
  return seats.join('; ');
}
