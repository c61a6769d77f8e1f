/** Unit, gateway, ledger and stand-in tests: plain Node, no browser but the ones that tests start. */
import { defineConfig } from 'vitest/config';
import { root } from './paths.ts';

// Vitest loads its configuration from a default export.
export default defineConfig({
  root,
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', 'node_modules/**'],
    environment: 'node',
    globalSetup: ['test/support/postgres-setup.ts'],
    // Tests run real servers, databases and child processes: two at a time on two cores.
    pool: 'forks',
    maxWorkers: 2,
    // They guard against hanging; what a test says about time it measures itself.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    passWithNoTests: false,
    expect: { requireAssertions: true, poll: { timeout: 20_000, interval: 20 } },
  },
});
