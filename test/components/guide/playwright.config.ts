/** Pictures of the documents, which `npm run screenshots` renews. They prove nothing, so they are no specs. */
import { defineConfig } from '@playwright/test';
import components from '#test/components/playwright.config.ts';

// Playwright loads its configuration from a default export.
export default defineConfig({
  ...components,
  testDir: import.meta.dirname,
  testMatch: 'guide.pictures.ts',
  workers: 1,
  reporter: 'line',
});
