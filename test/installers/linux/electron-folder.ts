/** Makes the folder that stands for Electron's download on Linux. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fuseWire } from '../electron-fuses.ts';

/** The line that the installed program writes: how it was started. */
export const startedLine = (args: string): string => `started with ${args}`;

export async function makeLinuxElectron(folder: string): Promise<string> {
  await mkdir(path.join(folder, 'resources'), { recursive: true });
  const program = ['#!/bin/sh', `echo "${startedLine('$*')}"`, 'exit 0', `# ${fuseWire}`, ''].join('\n');
  await writeFile(path.join(folder, 'electron'), program, { mode: 0o755 });
  await writeFile(path.join(folder, 'chrome-sandbox'), '#!/bin/sh\n', { mode: 0o755 });
  for (const file of ['LICENSE', 'LICENSES.chromium.html']) await writeFile(path.join(folder, file), '');
  await writeFile(path.join(folder, 'version'), 'stand-in');
  return folder;
}
