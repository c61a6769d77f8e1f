/** Where a run keeps its temporary files: in memory where there is plenty of it, because databases and browsers write a lot. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';

const memory = '/dev/shm';
/** Least room there and least free memory, in bytes. Far more than a run was seen to use. */
const room = 4 * 2 ** 30;

/** Makes a folder in memory; null where there is none, too little of it, or where programs may not be started from it. */
function folderInMemory(): string | null {
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < room || freemem() < 2 * room) return null;
    const folder = mkdtempSync(path.join(memory, 'caja-run-'));
    // As root, PostgreSQL runs as another account.
    chmodSync(folder, 0o755);
    const program = path.join(folder, 'program');
    writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 });
    if (spawnSync(program).status === 0) return folder;
    rmSync(folder, { recursive: true });
    return null;
  } catch {
    // Not Linux, or not for this account.
    return null;
  }
}

/** Lets this process and those that it starts use the folder. It is removed when this process ends or is interrupted. */
export function useQuickTemporaryFolder(): void {
  const folder = folderInMemory();
  if (folder === null) return;
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  // A signal alone would end the process without that, and the memory would stay taken.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}
