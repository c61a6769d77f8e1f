/** Lets tests that Vite loads start the built thread for ledger files, and builds it for all. */
import { build, type Plugin } from 'vite';
import { builtThread, withBuiltThread } from './built-thread.ts';
import { workerConfig } from './worker.vite.ts';

let built: Promise<unknown> | null = null;

/** Builds the thread once for each run, and has the tests start it. */
export const threadOfTests: Plugin = {
  name: 'thread-of-tests',
  enforce: 'pre',
  async buildStart() {
    await (built ??= build({
      ...workerConfig,
      build: { ...workerConfig.build, outDir: builtThread },
      logLevel: 'warn',
    }));
  },
  transform(code, id) {
    const changed = withBuiltThread(id, () => code);
    return changed === null ? null : { code: changed, map: null };
  },
};
