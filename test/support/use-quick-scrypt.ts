/** Gives tests that Node loads by itself a quick derivation of keys. `test/core/scrypt.test.ts` has the program's own. */
import { registerHooks } from 'node:module';

/** Tells that this process does. Vitest loads this file anew for each file of tests. */
const done = Symbol.for('caja.uses-quick-scrypt');

if (!Reflect.has(globalThis, done)) {
  Reflect.set(globalThis, done, true);
  registerHooks({
    resolve: (specifier, context, nextResolve) =>
      nextResolve(specifier === '#electron/core/scrypt.ts' ? '#test/fixtures/quick-scrypt.ts' : specifier, context),
  });
}
