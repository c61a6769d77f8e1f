/** Keeps memory out of files: no diagnostic reports, and core dumps without memory where the system allows it. */
import { writeFileSync } from 'node:fs';

/** Turns off Node's reports, which would hold the environment and the command line. */
export function writeNoReports(): void {
  const { report } = process;
  if (report === undefined) return;
  report.reportOnFatalError = false;
  report.reportOnSignal = false;
  report.reportOnUncaughtException = false;
  report.excludeEnv = true;
}

/**
 * Takes all memory out of a process's core dump, and of those of the processes that it starts from now on. Linux only:
 * Node can't lower the limit of core files, and the other systems have no such file. A process that has ended, or that
 * the system guards better, stays as it is.
 * @param pid 0 for a page that has no process yet
 */
export function emptyCoreDumps(pid: number): void {
  if (process.platform !== 'linux' || pid === 0) return;
  try {
    writeFileSync(`/proc/${pid}/coredump_filter`, '0');
  } catch {
    // The process is gone, or not dumpable at all.
  }
}
