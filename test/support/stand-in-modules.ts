/** Gives tests that Node loads by itself a quick derivation of keys, and an Electron of their own. `test/core/scrypt.test.ts` has the program's derivation. */
import { registerHooks } from 'node:module';

const standIns = new Map([
  ['#electron/core/scrypt.ts', '#test/fixtures/quick-scrypt.ts'],
  ['electron', '#test/fixtures/electron.ts'],
]);

/** Tells that this process does. Vitest loads this file anew for each file of tests. */
const done = Symbol.for('caja.stands-in-for-modules');

if (!Reflect.has(globalThis, done)) {
  Reflect.set(globalThis, done, true);
  registerHooks({
    resolve: (specifier, context, nextResolve) => nextResolve(standIns.get(specifier) ?? specifier, context),
  });
}
