/** The thread for ledger files as it is built, for tests: from its sources each start takes five times the processor time. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '#build/paths.ts';

/** Always the same, because Vitest keeps the changed source for later runs. */
export const builtThread = path.join(root, '.cache/file-thread');

const starter = /electron\/ledger\/copies\/file-thread\.ts$/;
const source = `? './file-worker.ts'`;

/**
 * Puts the built thread in place of its source. Throws where the starter no longer names that.
 * @param read returns the code of the file, and is called for the starter alone
 * @returns null for any file but the thread's starter
 */
export function withBuiltThread(id: string, read: () => string): string | null {
  if (!starter.test(id)) return null;
  const code = read();
  if (!code.includes(source)) throw new Error(`${id} does not name ${source} any more.`);
  return code.replace(source, `? '${pathToFileURL(path.join(builtThread, 'file-worker.cjs')).href}'`);
}
