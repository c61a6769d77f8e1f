/** Lets tests start the thread for ledger files as it is built: from its sources each start takes five times the processor time. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { root } from '#build/paths.ts';
import { workerConfig } from './worker.vite.ts';

const starter = /electron\/ledger\/copies\/file-thread\.ts$/;
const source = `? './file-worker.ts'`;

/** Always the same, because Vitest keeps the changed source for later runs. */
const outDir = path.join(root, '.cache/file-thread');

let built: Promise<unknown> | null = null;

/** Builds the thread once for each run, and has the tests start it. Throws where its starter no longer names the source. */
export const threadOfTests: Plugin = {
  name: 'thread-of-tests',
  enforce: 'pre',
  async buildStart() {
    await (built ??= build({ ...workerConfig, build: { ...workerConfig.build, outDir }, logLevel: 'warn' }));
  },
  transform(code, id) {
    if (!starter.test(id)) return null;
    if (!code.includes(source)) throw new Error(`${id} does not name ${source} any more.`);
    const file = pathToFileURL(path.join(outDir, 'file-worker.cjs')).href;
    return { code: code.replace(source, `? '${file}'`), map: null };
  },
};
