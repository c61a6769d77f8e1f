/** Lets tests that Node loads by itself start the built thread for ledger files. */
import { registerHooks } from 'node:module';
import { withBuiltThread } from '#build/vite/built-thread.ts';

/** Tells that this process does. Vitest loads this file anew for each file of tests. */
const done = Symbol.for('caja.starts-built-thread');

if (!Reflect.has(globalThis, done)) {
  Reflect.set(globalThis, done, true);
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const source = withBuiltThread(url, () =>
        typeof loaded.source === 'string' ? loaded.source : new TextDecoder().decode(loaded.source ?? undefined),
      );
      return source === null ? loaded : { ...loaded, source };
    },
  });
}
