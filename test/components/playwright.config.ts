/** Component specs: the built page in Chromium, with a mocked main process behind it. */
import path from 'node:path';
import { defineConfig } from '@playwright/test';
import { picturesVariable } from '#build/pictures-report.ts';
import { times } from '#test/support/thorough.ts';

const results = path.resolve(import.meta.dirname, '../../test-results');

// Node strips the types in place, which leaves every stack its lines, so nothing has to map them, a tenth of the processor time.
Reflect.deleteProperty(Error, 'prepareStackTrace');

// Playwright loads its configuration from a default export.
export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: '**/*.spec.ts',
  // Runs layouts at the sizes of few windows before a release and for pictures alone.
  grepInvert: process.env[picturesVariable] === undefined ? times([/@thorough/], []) : [],
  build: { external: ['**/*.ts'] },
  outputDir: path.join(results, 'components'),
  // Guards against hanging. A state takes a fraction of a second.
  timeout: 240_000,
  expect: {
    timeout: 30_000,
    // Far below a sign or a letter.
    toHaveScreenshot: { maxDiffPixels: 12 },
  },
  snapshotPathTemplate: '{testDir}/baseline/{arg}{ext}',
  // Pictures are renewed by name alone: \`npm run screenshots -- --baseline NAME\`.
  updateSnapshots: 'none',
  retries: 0,
  workers: 2,
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  reporter: [['dot'], ['json', { outputFile: path.join(results, 'components.json') }]],
});
