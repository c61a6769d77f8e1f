/** End-to-end specs: each starts the built program, on real Electron or on the stand-in. */
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { times } from '#test/support/thorough.ts';

const results = path.resolve(import.meta.dirname, '../../test-results');

// Node strips the types in place, which leaves every stack its lines, so nothing has to map them.
Reflect.deleteProperty(Error, 'prepareStackTrace');
// Pages of specs are too short-lived for V8's optimizing compilers to pay off.
process.env['CAJA_HOST_JS_FLAGS'] = '--no-opt --no-maglev';

/** Those that start first, so that none of them runs alone at the end. */
const longest = '**/{two-seats,operators,demo,answer-waits,secrets,packed}.spec.ts';

// Playwright loads its configuration from a default export.
export default defineConfig({
  testDir: import.meta.dirname,
  // Playwright starts the specs of one project before those of the next.
  projects: [
    { name: 'longest', testMatch: longest },
    { name: 'others', testMatch: '**/*.spec.ts', testIgnore: longest },
  ],
  // Claims that nearer tests hold too are tried on the whole program before a release, and on Electron.
  grepInvert: times([/@thorough/], []),
  build: { external: ['**/*.ts'] },
  outputDir: path.join(results, 'playwright'),
  // They guard against hanging, even on a slow and busy machine.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  retries: 0,
  // A spec spends more than half of its time waiting for processes and timers, so three share two cores.
  workers: 3,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['list'], ['json', { outputFile: path.join(results, 'e2e.json') }]],
});
