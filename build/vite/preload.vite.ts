/** Builds the preload into one CommonJS file, the only form that a sandboxed renderer loads. */
import path from 'node:path';
import type { InlineConfig } from 'vite';
import { dist, root } from '#build/paths.ts';

export const preloadConfig: InlineConfig = {
  root,
  configFile: false,
  publicDir: false,
  build: {
    target: 'chrome150',
    outDir: path.join(dist, 'preload'),
    emptyOutDir: true,
    sourcemap: false,
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: path.join(root, 'electron/preload.ts'),
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: 'preload.cjs' },
    },
  },
};
