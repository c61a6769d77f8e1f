/** Lets tests start the thread for ledger files as it is built: from its sources each start takes five times the processor time. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { workerConfig } from './worker.vite.ts';

const starter = /electron\/ledger\/copies\/file-thread\.ts$/;
const source = `? './file-worker.ts'`;

let built: Promise<string> | null = null;

/** Builds the thread as the program has it. Its folder is removed when this process ends. @returns its address */
async function buildThread(): Promise<string> {
  const outDir = mkdtempSync(path.join(tmpdir(), 'caja-thread-'));
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  await build({ ...workerConfig, build: { ...workerConfig.build, outDir }, logLevel: 'warn' });
  return pathToFileURL(path.join(outDir, 'file-worker.cjs')).href;
}

/** Builds the thread once, when the first test loads what starts it. Throws where that no longer names the source. */
export const threadOfTests: Plugin = {
  name: 'thread-of-tests',
  enforce: 'pre',
  async transform(code, id) {
    if (!starter.test(id)) return null;
    if (!code.includes(source)) throw new Error(`${id} does not name ${source} any more.`);
    return { code: code.replace(source, `? '${await (built ??= buildThread())}'`), map: null };
  },
};
